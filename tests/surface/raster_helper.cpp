#include "surface/raster_helper.hpp"

#include <hwy/targets.h>

#include <bit>

namespace dala::surface::test {

PixelSet line_pixels(Point from, Point to) {
  PixelSet pixels;
  const std::int64_t dx = std::abs(to.x - from.x);
  const std::int64_t dy = std::abs(to.y - from.y);
  const std::int64_t n = std::max(dx, dy);
  const int sx = to.x < from.x ? -1 : 1;
  const int sy = to.y < from.y ? -1 : 1;
  // Bresenham's own form: the error of the shorter axis, half a step ahead.
  std::int64_t error = n;
  std::int64_t x = from.x;
  std::int64_t y = from.y;
  for (std::int64_t i = 0; i <= n; ++i) {
    pixels.emplace(x, y);
    error += 2 * std::min(dx, dy);
    const bool both = error >= 2 * n;
    if (both) error -= 2 * n;
    if (dy > dx) {
      y += sy;
      if (both) x += sx;
    } else {
      x += sx;
      if (both) y += sy;
    }
  }
  return pixels;
}

PixelSet circle_pixels(Point center, std::int64_t radius) {
  PixelSet pixels;
  std::int64_t x = 0;
  std::int64_t y = radius;
  std::int64_t d = 1 - radius;
  while (x <= y) {
    for (const auto& [a, b] : {std::pair(x, y), std::pair(y, x)})
      for (const int sa : {-1, 1})
        for (const int sb : {-1, 1}) pixels.emplace(center.x + (sa * a), center.y + (sb * b));
    if (d < 0) {
      d += (2 * x) + 3;
    } else {
      d += (2 * (x - y)) + 5;
      --y;
    }
    ++x;
  }
  return pixels;
}

PixelSet disc_pixels(Point center, std::int64_t radius) {
  PixelSet pixels = circle_pixels(center, radius);
  // Each row is filled between the outline's outermost pixels.
  const PixelSet outline = pixels;
  for (const auto& [x, y] : outline)
    for (std::int64_t inside = std::min(x, (2 * center.x) - x);
         inside <= std::max(x, (2 * center.x) - x); ++inside)
      pixels.emplace(inside, y);
  return pixels;
}

PixelSet triangle_pixels(Point a, Point b, Point c) {
  PixelSet pixels;
  const Rect all = around({a, b, c});
  const auto side = [](Point p, Point q, std::int64_t x, std::int64_t y) {
    return ((q.x - p.x) * (y - p.y)) - ((q.y - p.y) * (x - p.x));
  };
  for (std::int64_t y = all.y0; y < all.y1; ++y)
    for (std::int64_t x = all.x0; x < all.x1; ++x) {
      const std::int64_t s[] = {side(a, b, x, y), side(b, c, x, y), side(c, a, x, y)};
      if (std::ranges::all_of(s, [](auto v) { return v >= 0; }) ||
          std::ranges::all_of(s, [](auto v) { return v <= 0; }))
        pixels.emplace(x, y);
    }
  return pixels;
}

Rgba over(Rgba source, Rgba there) {
  const unsigned a = source.a;
  const unsigned rest = there.a * (255 - a);
  const unsigned sum = (a * 255) + rest;
  if (a == 0) return there;
  const auto channel = [&](unsigned s, unsigned t) {
    return static_cast<std::uint8_t>(((2 * ((s * a * 255) + (t * rest))) + sum) / (2 * sum));
  };
  return {channel(source.r, there.r), channel(source.g, there.g), channel(source.b, there.b),
          static_cast<std::uint8_t>(((2 * sum) + 255) / 510)};
}

TestFrame::TestFrame(std::int32_t width, std::int32_t height, unsigned seed, bool opaque) {
  Noise random(seed);
  before_.resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  for (std::uint32_t& p : before_) p = random() | (opaque ? 0xFF000000U : 0);
  pixels_ = before_;
  canvas_ = {pixels_.data(), width, height, {0, 0, width, height}, {}};
}

void TestFrame::reset() {
  std::ranges::copy(before_, pixels_.begin());
  canvas_.damage = {};
}

Rgba TestFrame::at(std::int64_t x, std::int64_t y) const {
  return std::bit_cast<Rgba>(pixels_[static_cast<std::size_t>((y * canvas_.width) + x)]);
}

void TestFrame::expect_painted(const PixelSet& pixels, Rgba color) const {
  int wrong = 0;
  for (std::int64_t y = 0; y < canvas_.height && wrong < 3; ++y)
    for (std::int64_t x = 0; x < canvas_.width && wrong < 3; ++x) {
      const Rect one{x, y, x + 1, y + 1};
      const Rgba was =
          std::bit_cast<Rgba>(before_[static_cast<std::size_t>((y * canvas_.width) + x)]);
      const bool inside = !intersect(one, canvas_.clip).empty() && pixels.contains({x, y});
      const Rgba expected = inside ? over(color, was) : was;
      if (at(x, y) != expected) {
        ADD_FAILURE() << "pixel " << x << ", " << y << (inside ? " should" : " should not")
                      << " be painted: is " << std::hex << at(x, y).packed() << ", expected "
                      << expected.packed() << ", was " << was.packed();
        ++wrong;
      }
      if (inside && color.a > 0 && intersect(one, canvas_.damage).empty()) {
        ADD_FAILURE() << "pixel " << x << ", " << y << " is outside the damage";
        ++wrong;
      }
    }
}

void for_each_instruction_set(const std::function<void()>& function) {
  for (std::int64_t left = hwy::SupportedTargets(); left != 0; left &= left - 1) {
    const std::int64_t target = left & -left;
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    SCOPED_TRACE(hwy::TargetName(target));
    function();
    hwy::SetSupportedTargetsForTest(0);
  }
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

}  // namespace dala::surface::test
