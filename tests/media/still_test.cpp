// Pictures in files: there and back, orientation, and files that are not what they should be.
#include <dala/media/still.hpp>

#include "media/media_helper.hpp"
#include "media/still/codec.hpp"

namespace dala::media::test {
namespace {

Picture opaque(Picture picture) {
  for (std::size_t i = 3; i < picture.rgba.size(); i += 4) picture.rgba[i] = 255;
  return picture;
}

std::vector<std::byte> encoded(const Picture& picture, StillFormat format, int quality = 90) {
  return must(encode_picture(picture, format, {.quality = quality}));
}

TEST(Stills, ThereAndBack) {
  const Picture any = noise(37, 21);
  EXPECT_EQ(must(decode_picture(encoded(any, StillFormat::png))), any);
  const Picture solid = opaque(any);
  EXPECT_EQ(must(decode_picture(encoded(solid, StillFormat::webp, 100))), solid);
  const Picture smooth = opaque(filtered(scene(), {{"blur", {{"radius", 5}}}}));
  EXPECT_LE(difference(must(decode_picture(encoded(smooth, StillFormat::jpeg, 100))), smooth), 24);
  const Picture again = must(decode_picture(encoded(smooth, StillFormat::webp, 90)));
  EXPECT_LE(difference(again, smooth), 40);
}

TEST(Stills, JpegPutsAlphaOverBlack) {
  Picture half{8, 8, {}};
  for (int i = 0; i < 64; ++i) half.rgba.insert(half.rgba.end(), {200, 200, 200, 128});
  const Picture back = must(decode_picture(encoded(half, StillFormat::jpeg)));
  EXPECT_NEAR(back.rgba[0], 100, 3);
  EXPECT_EQ(back.rgba[3], 255);
}

TEST(Stills, FilesByExtension) {
  const Folder folder;
  const Picture picture = opaque(scene());
  for (const char* name : {"a.png", "a.JPG", "a.jpeg", "a.webp"}) {
    must(write_picture(folder / name, picture));
    EXPECT_EQ(must(read_picture(folder / name)).width, 96) << name;
  }
  expect_error(write_picture(folder / "a.gif", picture), ErrorCode::invalid_argument, ".webp");
  expect_error(write_picture(folder / "no" / "a.png", picture), ErrorCode::io);
  expect_error(read_picture(folder / "none.png"), ErrorCode::io, "none.png");
  expect_error(write_picture(folder / "a.jpg", picture, {.quality = 0}),
               ErrorCode::param_out_of_range);
  expect_error(write_picture(folder / "a.png", Picture{3, 3, {1}}), ErrorCode::wrong_length);
  expect_error(write_picture(folder / "a.png", Picture{}), ErrorCode::bad_file, "0 x 0");
}

// A JPEG with an EXIF block right after its start.
std::vector<std::byte> with_orientation(std::vector<std::byte> jpeg, unsigned char value,
                                        bool little) {
  std::string block(
      "\xFF\xE1\x00\x22"
      "Exif\0\0",
      10);
  block += little ? std::string("II\x2A\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0", 18)
                  : std::string("MM\0\x2A\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01", 18);
  if (!little) block += '\0';
  block += static_cast<char>(value);
  if (little) block += '\0';
  block += std::string(4, '\0');
  const auto bytes = std::as_bytes(std::span(block));
  jpeg.insert(jpeg.begin() + 2, bytes.begin(), bytes.end());
  return jpeg;
}

TEST(Stills, Orientation) {
  // Four colours in the corners, so that every way to turn it shows.
  Picture corners{32, 16, {}};
  for (std::uint32_t y = 0; y < 16; ++y)
    for (std::uint32_t x = 0; x < 32; ++x) {
      const std::uint8_t v = static_cast<std::uint8_t>((x < 16 ? 0 : 80) + (y < 8 ? 0 : 160));
      corners.rgba.insert(corners.rgba.end(), {v, v, v, 255});
    }
  const auto jpeg = encoded(corners, StillFormat::jpeg, 100);
  // Top left, top right, bottom left, bottom right of what must be seen.
  const std::vector<std::array<int, 4>> seen = {
      {0, 80, 160, 240}, {80, 0, 240, 160}, {240, 160, 80, 0}, {160, 240, 0, 80},
      {0, 160, 80, 240}, {160, 0, 240, 80}, {240, 80, 160, 0}, {80, 240, 0, 160}};
  for (unsigned char o = 1; o <= 8; ++o)
    for (const bool little : {false, true}) {
      const Picture is = must(decode_picture(with_orientation(jpeg, o, little)));
      EXPECT_EQ(is.width, o < 5 ? 32 : 16);
      const auto at = [&](std::uint32_t x, std::uint32_t y) {
        return is.rgba[((std::size_t{y} * is.width) + x) * 4];
      };
      EXPECT_NEAR(at(2, 2), seen[o - 1U][0], 3) << int{o};
      EXPECT_NEAR(at(is.width - 3, 2), seen[o - 1U][1], 3) << int{o};
      EXPECT_NEAR(at(2, is.height - 3), seen[o - 1U][2], 3) << int{o};
      EXPECT_NEAR(at(is.width - 3, is.height - 3), seen[o - 1U][3], 3) << int{o};
    }
}

TEST(Stills, HostileExif) {
  const auto orientation = [](const std::string& text) {
    return exif_orientation(std::as_bytes(std::span(text)));
  };
  EXPECT_EQ(orientation(""), 1);
  EXPECT_EQ(orientation("II"), 1);
  EXPECT_EQ(orientation(std::string("II\x2A\0\xFF\xFF\xFF\xFF", 8)), 1);
  EXPECT_EQ(orientation(std::string("MM\0\x2A\0\0\0\x08\xFF\xFF\x01\x12", 12)), 1);
  EXPECT_EQ(orientation(std::string("II\x2A\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x09\0", 20)),
            1);
}

TEST(Stills, BadFiles) {
  const Picture picture = opaque(scene());
  const auto bad = [](std::span<const std::byte> bytes, const std::string& mentions = {}) {
    expect_error(decode_picture(bytes, "x"), ErrorCode::bad_file, mentions);
  };
  bad({}, "x is empty");
  bad(std::as_bytes(std::span("hello")), "x is not a PNG, JPEG, WebP");
  for (const StillFormat format : {StillFormat::png, StillFormat::jpeg, StillFormat::webp}) {
    const auto whole = encoded(picture, format);
    for (std::size_t length = 12; length < whole.size(); length += whole.size() / 17)
      bad(std::span(whole).first(length), "x is not a");
  }
  // Sizes that nobody could have memory for.
  auto png = encoded(picture, StillFormat::png);
  for (std::size_t i = 16; i < 24; ++i) png[i] = std::byte{0x7F};
  bad(png);
  // A JPEG of 65500 x 65500 that consists of little but its header.
  auto jpeg = encoded(picture, StillFormat::jpeg);
  for (std::size_t i = 0; i + 8 < jpeg.size(); ++i)
    if (jpeg[i] == std::byte{0xFF} && jpeg[i + 1] == std::byte{0xC0})
      for (std::size_t k = 5; k < 9; ++k)
        jpeg[i + k] = k % 2 == 0 ? std::byte{0xDC} : std::byte{0xFF};
  bad(jpeg, "more than the limit");
}

}  // namespace
}  // namespace dala::media::test
