// Blending is exact to the nearest integer: every source alpha and channel, over opaque pixels and
// over others, on every instruction set.
#include <bit>

#include "surface/raster_helper.hpp"

namespace dala::surface {
namespace {

using namespace test;

TEST(Blend, EveryValueOverOpaquePixels) {
  // All pairs of source channel and alpha against every value that can be there.
  for_each_instruction_set([] {
    std::vector<std::uint32_t> pixels(256);
    Canvas canvas{pixels.data(), 256, 1, {0, 0, 256, 1}, {}};
    for (unsigned alpha = 0; alpha < 256; ++alpha)
      for (unsigned source = 0; source < 256; source += 3) {
        for (unsigned t = 0; t < 256; ++t)
          pixels[t] = pixel_of({static_cast<std::uint8_t>(t), static_cast<std::uint8_t>(255 - t),
                                static_cast<std::uint8_t>(t ^ 0x55), 255});
        const std::vector<std::uint32_t> before = pixels;
        const Rgba color{static_cast<std::uint8_t>(source), static_cast<std::uint8_t>(255 - source),
                         static_cast<std::uint8_t>(source / 2), static_cast<std::uint8_t>(alpha)};
        fill_rect(canvas, canvas.frame(), color);
        for (unsigned t = 0; t < 256; ++t)
          ASSERT_EQ(pixels[t], pixel_of(over(color, std::bit_cast<Rgba>(before[t]))))
              << "alpha " << alpha << " source " << source << " there " << t;
      }
  });
}

TEST(Blend, AnyPixelsOverAnyPixels) {
  for_each_instruction_set([] {
    Noise random(3);
    constexpr std::int32_t width = 1031;
    std::vector<std::uint32_t> source(width);
    std::vector<std::uint32_t> pixels(width);
    Canvas canvas{pixels.data(), width, 1, {0, 0, width, 1}, {}};
    for (int round = 0; round < 300; ++round) {
      for (std::uint32_t& p : source) p = random() & (round % 5 == 0 ? 0x00FFFFFFU : 0xFFFFFFFFU);
      for (std::uint32_t& p : pixels) p = random() | (round % 3 == 0 ? 0xFF000000U : 0);
      if (round % 7 == 0) std::ranges::fill(pixels, 0U);
      const std::vector<std::uint32_t> before = pixels;
      const std::int64_t from = round % 40;
      const std::int64_t to = width - (round % 33);
      paint(canvas, {from, 0, to, 1}, source.data() + from, width, false);
      for (std::size_t i = 0; i < pixels.size(); ++i) {
        const bool inside = std::cmp_greater_equal(i, from) && std::cmp_less(i, to);
        const std::uint32_t expected =
            inside ? pixel_of(over(std::bit_cast<Rgba>(source[i]), std::bit_cast<Rgba>(before[i])))
                   : before[i];
        ASSERT_EQ(pixels[i], expected) << "pixel " << i << " of round " << round;
      }
    }
  });
}

TEST(Blend, OpaqueIsRecognised) {
  std::vector<std::uint32_t> pixels(100, 0xFF000000U);
  EXPECT_TRUE(is_opaque(pixels));
  pixels[77] = 0xFEFFFFFFU;
  EXPECT_FALSE(is_opaque(pixels));
  EXPECT_TRUE(is_opaque({}));
}

}  // namespace
}  // namespace dala::surface
