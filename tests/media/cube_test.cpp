// Colour tables: what is read, what is rejected and where, and what becomes of colours.
#include "media/cube.hpp"

#include <algorithm>

#include "media/media_helper.hpp"

namespace dala::media::test {
namespace {

std::string identity(int size) {
  std::string text = "LUT_3D_SIZE " + std::to_string(size) + "\n";
  const auto number = [&](int i) {
    return std::to_string(static_cast<double>(i) / (size - 1)) + " ";
  };
  for (int b = 0; b < size; ++b)
    for (int g = 0; g < size; ++g)
      for (int r = 0; r < size; ++r) text += number(r) + number(g) + number(b) + "\n";
  return text;
}

TEST(Cube, ReadsBothKinds) {
  const Cube cube =
      must(parse_cube("# made by hand\n\nTITLE \"x y\"\r\nDOMAIN_MIN 0 0 0\n"
                      "DOMAIN_MAX 1 2 1\n" +
                      identity(2)));
  EXPECT_TRUE(cube.is_3d);
  EXPECT_EQ(cube.size, 2);
  EXPECT_EQ(cube.high[1], 2);
  EXPECT_EQ(cube.entries[1][0], 1);  // red counts fastest
  const Cube curve = must(parse_cube("LUT_1D_SIZE 2\n0 0 0 # black\n1 .5 1e0"));
  EXPECT_FALSE(curve.is_3d);
  EXPECT_EQ(curve.entries[1][1], 0.5F);
}

TEST(Cube, MistakesHaveTheirLine) {
  const auto bad = [](const std::string& text, const std::string& mentions) {
    expect_error(parse_cube(text), ErrorCode::bad_file, mentions);
  };
  bad("", "line 0: the file has no LUT_3D_SIZE");
  bad("0 0 0\n", "line 1: LUT_3D_SIZE or LUT_1D_SIZE must come before");
  bad("\nLUT_3D_SIZE 1\n", "line 2: the size must be a whole number from 2 to 129");
  bad("LUT_3D_SIZE 2x\n", "line 1");
  bad("LUT_3D_SIZE 99999999999999999999\n", "line 1");
  bad("LUT_3D_SIZE 2\nLUT_3D_SIZE 2\n", "line 2: the size stands there twice");
  bad("LUT_3D_SIZE 2\n0 0\n", "line 2: three numbers must stand here, not 2");
  bad("LUT_3D_SIZE 2\n0 0 zero\n", "line 2: \"zero\" is not a number");
  bad("LUT_3D_SIZE 2\n0 0 nan\n", "line 2");
  bad("LUT_3D_SIZE 2\nHELLO 1\n", "line 2: \"HELLO\" is not a keyword");
  bad("DOMAIN_MIN 0 0\n", "line 1");
  bad("DOMAIN_MIN 1 1 1\nLUT_1D_SIZE 2\n0 0 0\n", "line 3: DOMAIN_MIN must be below DOMAIN_MAX");
  bad("LUT_1D_SIZE 2\n0 0 0\n", "line 2: the table ends after 1 entries of 2");
  bad(identity(2) + "0 0 0\n", "line 10: the table has more than its 8 entries");
}

TEST(Cube, IdentityChangesNothing) {
  const Folder folder;
  const Picture picture = noise(70, 40);
  for (const int size : {2, 3, 17, 33}) {
    write_text(folder / "same.cube", identity(size));
    const Filter filter{"lut", {{"file", (folder / "same.cube").string()}}};
    EXPECT_LE(difference(filtered(picture, {filter}), picture), 1) << size;
    std::filesystem::remove(folder / "same.cube");
  }
}

// Against tetrahedral interpolation written the plain way.
TEST(Cube, AnyTableTetrahedral) {
  constexpr int size = 5;
  const Folder folder;
  const Picture values = noise(size * size * size, 1, 3);
  std::string text = "LUT_3D_SIZE " + std::to_string(size) + "\n";
  for (int i = 0; i < size * size * size; ++i)
    for (int c = 0; c < 3; ++c)
      text += std::to_string(values.rgba[static_cast<std::size_t>((i * 4) + c)] / 255.0) +
              (c == 2 ? "\n" : " ");
  write_text(folder / "any.cube", text);
  const Picture picture = noise(64, 64, 5);
  Picture expected = picture;
  for (std::size_t i = 0; i < picture.rgba.size(); i += 4) {
    double at[3];
    int cell[3];
    int order[] = {0, 1, 2};
    for (int c = 0; c < 3; ++c) {
      at[c] = picture.rgba[i + static_cast<std::size_t>(c)] / 255.0 * (size - 1);
      cell[c] = std::min(static_cast<int>(at[c]), size - 2);
      at[c] -= cell[c];
    }
    std::sort(order, order + 3, [&](int a, int b) { return at[a] > at[b]; });
    for (std::size_t c = 0; c < 3; ++c) {
      int corner[] = {cell[0], cell[1], cell[2]};
      const auto value = [&] {
        const int n = corner[0] + (size * (corner[1] + (size * corner[2])));
        return static_cast<double>(values.rgba[(static_cast<std::size_t>(n) * 4) + c]);
      };
      double sum = value() * (1 - at[order[0]]);
      for (int k = 0; k < 3; ++k) {
        ++corner[order[k]];
        sum += value() * (at[order[k]] - (k < 2 ? at[order[k + 1]] : 0));
      }
      expected.rgba[i + c] = static_cast<std::uint8_t>(sum + 0.5);
    }
  }
  const Filter filter{"lut", {{"file", (folder / "any.cube").string()}}};
  EXPECT_LE(difference(filtered(picture, {filter}), expected), 1);
}

TEST(Cube, OneDimensionalAndChangedFiles) {
  const Folder folder;
  const Picture picture = noise(30, 20);
  const Filter filter{"lut", {{"file", (folder / "curve.cube").string()}}};
  write_text(folder / "curve.cube", "LUT_1D_SIZE 2\n1 1 1\n0 0 0\n");
  EXPECT_EQ(difference(filtered(picture, {filter}), filtered(picture, {{"invert"}})), 0);
  write_text(folder / "curve.cube", "LUT_1D_SIZE 2\n0 0 0\n1 oops 1\n");
  std::filesystem::last_write_time(
      folder / "curve.cube",
      std::filesystem::file_time_type::clock::now() + std::chrono::seconds(5));
  expect_error(pipeline_for(picture).process_frame(picture.rgba, {filter}), ErrorCode::bad_file,
               "curve.cube, line 3: \"oops\" is not a number");
}

}  // namespace
}  // namespace dala::media::test
