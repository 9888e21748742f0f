// A new background in a frame of another shape.
#include "scene_helper.hpp"

namespace dala::scene::test {
namespace {

// Green, but for a red square in the middle.
Picture with_square(std::uint32_t side) {
  Picture out = solid(side, side, colors::green);
  for (std::uint32_t y = side / 4; y < side * 3 / 4; ++y)
    for (std::uint32_t x = side / 4; x < side * 3 / 4; ++x) {
      out.rgba[(((std::size_t{y} * side) + x) * 4)] = 255;
      out.rgba[(((std::size_t{y} * side) + x) * 4) + 1] = 0;
    }
  return out;
}

TEST(SceneBackground, ASquareBehindAPersonStaysASquare) {
  for (const std::string& device : devices_here()) {
    const Scene scene = scene_on(device, 160, 80);
    VirtualBackground node;
    node.picture = shared(solid(160, 80, colors::blue));
    node.mask = shared(solid(160, 80, colors::black));
    node.background = shared(with_square(80));
    must(scene.add_virtual_background(node));
    const Picture frame = frame_at(scene);
    const auto is_red = [&](std::uint32_t x, std::uint32_t y) {
      return pixel(frame, x, y).r > 128;
    };
    std::uint32_t across = 0;
    for (std::uint32_t x = 0; x < 160; ++x) across += is_red(x, 40) ? 1 : 0;
    std::uint32_t down = 0;
    for (std::uint32_t y = 0; y < 80; ++y) down += is_red(80, y) ? 1 : 0;
    // Twice as large, and so cut above and below.
    EXPECT_NEAR(across, 80, 2) << device;
    EXPECT_EQ(down, 80) << device;
    EXPECT_FALSE(is_red(10, 40)) << device;
  }
}

}  // namespace
}  // namespace dala::scene::test
