// Bilinear scaling against the same in doubles, for every instruction set.
#include "surface/raster/scale.hpp"

#include <bit>
#include <cmath>

#include "surface/raster_helper.hpp"

namespace dala::surface {
namespace {

using namespace test;

struct Picture {
  std::uint32_t width;
  std::uint32_t height;
  std::vector<std::uint32_t> pixels;
};

Picture noise(std::uint32_t width, std::uint32_t height, unsigned seed, bool opaque) {
  Noise random(seed);
  Picture picture{width, height, std::vector<std::uint32_t>(std::size_t{width} * height)};
  for (std::uint32_t& p : picture.pixels) p = random() | (opaque ? 0xFF000000U : 0);
  return picture;
}

// Channel c (3 is alpha) at target pixel (x, y), colours multiplied by alpha.
double sample(const Picture& picture, std::int64_t x, std::int64_t y, std::int64_t w,
              std::int64_t h, unsigned c) {
  const auto place = [](std::int64_t i, std::int64_t target, std::uint32_t source) {
    const double at = ((static_cast<double>(i) + 0.5) * source / static_cast<double>(target)) - 0.5;
    return std::clamp(at, 0.0, source - 1.0);
  };
  const double fx = place(x, w, picture.width);
  const double fy = place(y, h, picture.height);
  const auto value = [&](double px, double py) {
    const auto column = static_cast<std::size_t>(std::min(px, picture.width - 1.0));
    const auto row = static_cast<std::size_t>(std::min(py, picture.height - 1.0));
    const std::uint32_t p = picture.pixels[(row * picture.width) + column];
    const double alpha = p >> 24;
    return c == 3 ? alpha : ((p >> (8 * c)) & 0xFFU) * alpha / 255;
  };
  const double x0 = std::floor(fx);
  const double y0 = std::floor(fy);
  const double tx = fx - x0;
  const double ty = fy - y0;
  return ((value(x0, y0) * (1 - tx)) + (value(x0 + 1, y0) * tx)) * (1 - ty) +
         ((value(x0, y0 + 1) * (1 - tx)) + (value(x0 + 1, y0 + 1) * tx)) * ty;
}

void compare(const Picture& picture, const Rect& target, const Rect& clip, bool opaque) {
  TestFrame frame(61, 47, 9, true);
  const TestFrame before(61, 47, 9, true);
  frame.canvas().clip = clip;
  const auto multiplied = multiply_alpha(picture.pixels);
  ScaleScratch scratch;
  paint_scaled(
      frame.canvas(), scratch,
      {opaque ? picture.pixels.data() : multiplied.data(), picture.width, picture.height, opaque},
      target);
  const Rect shown = intersect(target, clip);
  for (std::int64_t y = 0; y < 47; ++y)
    for (std::int64_t x = 0; x < 61; ++x) {
      const auto is = std::bit_cast<std::array<std::uint8_t, 4>>(frame.at(x, y));
      const auto was = std::bit_cast<std::array<std::uint8_t, 4>>(before.at(x, y));
      const bool inside = !intersect(shown, {x, y, x + 1, y + 1}).empty();
      const auto at = [&](unsigned c) {
        return sample(picture, x - target.x0, y - target.y0, target.width(), target.height(), c);
      };
      for (unsigned c = 0; c < 4; ++c) {
        if (!inside) {
          ASSERT_EQ(is[c], was[c]) << x << ", " << y;
          continue;
        }
        const double expected = c == 3 ? 255 : at(c) + (was[c] * (255 - at(3)) / 255);
        // Weights have 7 bits across, where pixels can differ by 255.
        ASSERT_NEAR(is[c], expected, 2.6) << x << ", " << y << " channel " << c;
      }
    }
}

TEST(Scale, IsTheSameAsInDoubles) {
  for_each_instruction_set([] {
    const Rect all{0, 0, 61, 47};
    for (const bool opaque : {true, false}) {
      compare(noise(7, 5, 1, opaque), {3, 4, 50, 40}, all, opaque);
      compare(noise(100, 90, 2, opaque), {-10, -3, 44, 30}, all, opaque);
      compare(noise(1, 1, 3, opaque), {5, 5, 30, 20}, all, opaque);
      compare(noise(1, 9, 4, opaque), {5, 5, 30, 40}, all, opaque);
      compare(noise(9, 1, 5, opaque), {5, 5, 40, 20}, all, opaque);
      compare(noise(8, 8, 6, opaque), {-500, -400, 900, 800}, {10, 5, 40, 44}, opaque);
      compare(noise(5, 5, 7, opaque), {20, 20, 21, 21}, all, opaque);
      compare(noise(2, 2, 8, opaque), {-2147483648LL, -2147483648LL, 2147483647, 2147483647}, all,
              opaque);
    }
  });
}

TEST(Scale, FlatPicturesStayFlat) {
  const Picture picture{3, 3, std::vector<std::uint32_t>(9, 0xFF804020U)};
  TestFrame frame(50, 40, 2);
  ScaleScratch scratch;
  paint_scaled(frame.canvas(), scratch, {picture.pixels.data(), 3, 3, true}, {0, 0, 50, 40});
  for (std::int64_t y = 0; y < 40; ++y)
    for (std::int64_t x = 0; x < 50; ++x) ASSERT_EQ(pixel_of(frame.at(x, y)), 0xFF804020U);
}

TEST(Scale, TransparentNeighboursLendNoColour) {
  // Red beside transparent green: no green may show.
  const std::vector<std::uint32_t> pixels = {pixel_of({255, 0, 0, 255}), pixel_of({0, 255, 0, 0})};
  const auto multiplied = multiply_alpha(pixels);
  TestFrame frame(20, 1, 4);
  replace(frame.canvas(), frame.canvas().frame(), {0, 0, 0, 0});
  ScaleScratch scratch;
  paint_scaled(frame.canvas(), scratch, {multiplied.data(), 2, 1, false}, {0, 0, 20, 1});
  for (std::int64_t x = 0; x < 20; ++x) {
    EXPECT_EQ(int{frame.at(x, 0).g}, 0) << x;
    if (frame.at(x, 0).a > 8) {
      EXPECT_GE(int{frame.at(x, 0).r}, 240) << x;
    }
  }
}

}  // namespace
}  // namespace dala::surface
