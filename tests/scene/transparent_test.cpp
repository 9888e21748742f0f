// Filters on pictures that can be seen through: what is transparent lends nothing to its
// neighbours.
#include "scene/scene_helper.hpp"

namespace dala::scene::test {
namespace {

using media::Filter;

constexpr std::uint32_t scene_width = 48;
constexpr std::uint32_t scene_height = 24;

// One colour on the left of the middle, another on the right.
std::shared_ptr<const Picture> halves(Rgba left, Rgba right) {
  Picture out{scene_width, scene_height, {}};
  for (std::uint32_t i = 0; i < scene_width * scene_height; ++i) {
    const Rgba color = i % scene_width < scene_width / 2 ? left : right;
    out.rgba.insert(out.rgba.end(), {color.r, color.g, color.b, color.a});
  }
  return shared(out);
}

class Transparent : public testing::TestWithParam<std::string> {
 protected:
  [[nodiscard]] Picture filtered(std::shared_ptr<const Picture> picture, Rgba background,
                                 const Filter& filter) const {
    const Scene scene = scene_on(GetParam(), scene_width, scene_height, {.background = background});
    const NodeId image = must(scene.add_image({.picture = std::move(picture)}));
    must(scene.add_effect({.target = image, .filters = {filter}}));
    return frame_at(scene);
  }
};

// Skin beside what is all but transparent and of a colour that is near enough to be mixed with it.
TEST_P(Transparent, PixelsLendNoColourToSmoothedOnes) {
  constexpr Rgba skin{200, 150, 120, 255};
  for (const Filter& filter : {Filter{"denoise", {{"radius", 4}, {"sigma_space", 4.0}}},
                               Filter{"beauty", {{"strength", 1.0}, {"reference", 24}}}}) {
    const Picture frame = filtered(halves(skin, {215, 165, 135, 2}), colors::black, filter);
    for (std::uint32_t x = 0; x < scene_width / 2; ++x)
      EXPECT_EQ(pixel(frame, x, scene_height / 2), skin) << filter.name << " at " << x;
  }
}

// A shape on a background of its own colour: sharpening its edge must not show.
TEST_P(Transparent, PixelsMakeNoRimWhereEdgesAreSharpened) {
  constexpr Rgba orange{200, 120, 40, 255};
  const auto picture = halves({200, 120, 40, 100}, colors::transparent);
  for (const int radius : {0, 3}) {
    const Picture frame =
        filtered(picture, orange, {"sharpen", {{"amount", 1.0}, {"radius", radius}}});
    for (std::uint32_t x = 0; x < scene_width; ++x) {
      const Rgba is = pixel(frame, x, scene_height / 2);
      EXPECT_NEAR(is.r, orange.r, 2) << "radius " << radius << " at " << x;
      EXPECT_NEAR(is.g, orange.g, 2) << "radius " << radius << " at " << x;
      EXPECT_NEAR(is.b, orange.b, 2) << "radius " << radius << " at " << x;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Devices, Transparent, testing::ValuesIn(devices_here()),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace dala::scene::test
