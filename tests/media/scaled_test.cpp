// Filters that look the same whatever the size of the picture is.
#include <algorithm>
#include <array>
#include <cmath>

#include <dala/media.hpp>

#include "media/media_helper.hpp"

namespace dala::media::test {
namespace {

// Skin with specks of a size that scales with the picture, beside a dark eye.
Picture face(std::uint32_t side) {
  Picture out{side, side, {}};
  for (std::uint32_t y = 0; y < side; ++y)
    for (std::uint32_t x = 0; x < side; ++x) {
      const double u = (x + 0.5) / side;
      const double v = (y + 0.5) / side;
      const double wave =
          4 * std::sin(u * 2 * 3.14159265 * 120) * std::sin(v * 2 * 3.14159265 * 120);
      const bool eye = std::hypot(u - 0.5, v - 0.5) < 0.1;
      const std::array<double, 3> colour =
          eye ? std::array{30.0, 25.0, 20.0} : std::array{205.0 + wave, 155 + wave, 125 + wave};
      for (const double c : colour) out.rgba.push_back(static_cast<std::uint8_t>(std::lround(c)));
      out.rgba.push_back(255);
    }
  return out;
}

// How much of the specks is left, of all there was.
double roughness(const Picture& picture) {
  double sum = 0;
  double squares = 0;
  std::size_t count = 0;
  for (std::uint32_t y = picture.height / 16; y < picture.height / 4; ++y)
    for (std::uint32_t x = picture.width / 16; x < picture.width / 4; ++x, ++count) {
      const double v = picture.rgba[((std::size_t{y} * picture.width) + x) * 4];
      sum += v;
      squares += v * v;
    }
  const double mean = sum / static_cast<double>(count);
  return std::sqrt(std::max(0.0, (squares / static_cast<double>(count)) - (mean * mean)));
}

double left_of(std::uint32_t side, const std::vector<Filter>& filters) {
  const Picture picture = face(side);
  return roughness(filtered(picture, filters)) / roughness(picture);
}

TEST(Scaled, BeautySmoothsLargePicturesAsItDoesSmallOnes) {
  const std::vector<Filter> beauty = {{"beauty", {{"strength", 1.0}}}};
  const double reference = left_of(720, beauty);
  EXPECT_LT(reference, 0.5);
  for (const std::uint32_t side : {1000U, 1440U, 2160U, 2881U})
    EXPECT_NEAR(left_of(side, beauty), reference, 0.15) << side;
  // In pixels, as it once was, little of that is left in a large picture.
  EXPECT_GT(left_of(2160, {{"beauty", {{"strength", 1.0}, {"reference", 0}}}}), reference + 0.2)
      << reference;
}

TEST(Scaled, BeautyKeepsEdgesOfLargePictures) {
  const Picture before = face(2160);
  const Picture after = filtered(before, {{"beauty", {{"strength", 1.0}}}});
  const auto at = [](const Picture& p, std::uint32_t x, std::uint32_t y) {
    return int{p.rgba[((std::size_t{y} * p.width) + x) * 4]};
  };
  for (const std::uint32_t x : {1080U, 1200U, 1290U})
    EXPECT_NEAR(at(after, x, 1080), at(before, x, 1080), 3) << x;
  for (std::size_t i = 3; i < after.rgba.size(); i += 4) ASSERT_EQ(after.rgba[i], 255);
}

TEST(Scaled, RadiiOfBlurAndSharpenFollowTheReference) {
  const Picture picture = noise(300, 240);
  const auto same = [&](const Filter& scaled, const Filter& plain) {
    EXPECT_EQ(filtered(picture, {scaled}), filtered(picture, {plain}));
  };
  same({"blur", {{"radius", 2}, {"reference", 120}}}, {"blur", {{"radius", 4}}});
  same({"blur", {{"radius", 2}, {"sigma", 0.7}, {"reference", 80}}},
       {"blur", {{"radius", 6}, {"sigma", 2.1}}});
  same({"blur", {{"radius", 1}, {"reference", 720}}}, {"blur", {{"radius", 1}}});
  same({"sharpen", {{"amount", 1.0}, {"radius", 1}, {"reference", 60}}},
       {"sharpen", {{"amount", 1.0}, {"radius", 4}}});
  expect_error(
      media::apply(picture, std::vector<Filter>{{"blur", {{"radius", 40}, {"reference", 100}}}}),
      ErrorCode::param_out_of_range, "stands for 96 pixels");
}

TEST(Scaled, PresetsAreMeantForASize) {
  for (const Preset& preset : presets())
    for (const std::string& text : preset.filters) {
      const Filter filter = must(parse_filter(text));
      if (filter.params.find("radius") == nullptr || filter.name == "vignette") continue;
      EXPECT_NE(filter.params.find("reference"), nullptr) << preset.name << ": " << text;
    }
}

// A square picture behind a wide frame shows its middle, with round things round.
TEST(Scaled, BackgroundsKeepTheirProportions) {
  Picture rows{40, 40, {}};
  for (std::uint32_t y = 0; y < 40; ++y)
    for (std::uint32_t x = 0; x < 40; ++x)
      rows.rgba.insert(rows.rgba.end(), {static_cast<std::uint8_t>(6 * y),
                                         static_cast<std::uint8_t>(6 * x), 0, 255});
  const Picture frame = noise(80, 40);
  Picture nobody{80, 40, std::vector<std::uint8_t>(std::size_t{80} * 40 * 4, 0)};
  const auto replaced = [&](const Params& params) {
    return filtered(frame, {{"background_replace",
                             params,
                             {{"mask", std::make_shared<const Picture>(nobody), {}},
                              {"background", std::make_shared<const Picture>(rows), {}}}}});
  };
  const auto at = [](const Picture& p, std::uint32_t x, std::uint32_t y, int channel) {
    return int{p.rgba[((std::size_t{y} * p.width) + x) * 4 + static_cast<std::size_t>(channel)]};
  };
  const Picture cover = replaced({});
  EXPECT_NEAR(at(cover, 40, 0, 0), 60, 4);    // its tenth row
  EXPECT_NEAR(at(cover, 40, 39, 0), 176, 4);  // and its thirtieth
  EXPECT_NEAR(at(cover, 0, 20, 1), 0, 4);     // all its columns
  EXPECT_NEAR(at(cover, 79, 20, 1), 234, 4);
  const Picture stretched = replaced({{"fit", "stretch"}});
  EXPECT_NEAR(at(stretched, 40, 0, 0), 0, 4);
  EXPECT_NEAR(at(stretched, 40, 39, 0), 234, 4);
}

}  // namespace
}  // namespace dala::media::test
