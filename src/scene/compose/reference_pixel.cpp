#include "scene/compose/reference_pixel.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace dala::scene {

namespace {

using Channels = std::array<std::int32_t, 4>;

Channels split(std::uint32_t pixel) {
  Channels out;
  for (unsigned c = 0; c < 4; ++c) out[c] = static_cast<std::int32_t>((pixel >> (8 * c)) & 255);
  return out;
}

std::uint32_t join(const Channels& channels) {
  std::uint32_t out = 0;
  for (unsigned c = 0; c < 4; ++c) out |= static_cast<std::uint32_t>(channels[c]) << (8 * c);
  return out;
}

// Sums wrap, as those of the kernel language do.
std::int32_t along(std::int32_t start, std::int32_t a, std::int32_t da, std::int32_t b,
                   std::int32_t db) {
  const auto product = [](std::int32_t v, std::int32_t w) {
    return static_cast<std::uint32_t>(v) * static_cast<std::uint32_t>(w);
  };
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(start) + product(a, da) +
                                   product(b, db));
}

Channels source(const PaintItem& item, std::int32_t dx, std::int32_t dy) {
  if (item.layer.pixels == nullptr) return split(item.color);
  const SourceMap& map = item.map;
  const std::int32_t sx = along(map.x0, map.xx, dx, map.xy, dy);
  const std::int32_t sy = along(map.y0, map.yx, dx, map.yy, dy);
  const auto tap = [&](std::int32_t x, std::int32_t y) {
    const std::int32_t column = std::clamp(x, item.taps.x0, item.taps.x1 - 1);
    const std::int32_t row = std::clamp(y, item.taps.y0, item.taps.y1 - 1);
    return split(item.layer.pixels[(std::ptrdiff_t{row} * item.layer.width) + column]);
  };
  const std::int32_t x = sx >> 16;
  const std::int32_t y = sy >> 16;
  const Channels p00 = tap(x, y);
  const Channels p10 = tap(x + 1, y);
  const Channels p01 = tap(x, y + 1);
  const Channels p11 = tap(x + 1, y + 1);
  const std::int32_t f = (sx >> 9) & 127;
  const std::int32_t g = (sy >> 1) & 32767;
  Channels out;
  for (std::size_t c = 0; c < 4; ++c) {
    const std::int32_t upper = (128 * p00[c]) + ((p10[c] - p00[c]) * f);
    const std::int32_t lower = (128 * p01[c]) + ((p11[c] - p01[c]) * f);
    out[c] = (upper + ((((lower - upper) * g) + 16384) >> 15) + 64) >> 7;
  }
  return out;
}

float unit(float v) { return std::min(std::max(v, 0.0F), 1.0F); }

float within(float p, float size, float grow) {
  const float first = unit((p * grow) + 0.5F);
  const float last = unit(((size - p) * grow) + 0.5F);
  return std::max(first + last - 1.0F, 0.0F);
}

std::int32_t coverage(const PaintItem& item, std::int32_t dx, std::int32_t dy) {
  if (item.covered) return 255;
  const BoxMap& box = item.box;
  const auto x = static_cast<float>(dx);
  const auto y = static_cast<float>(dy);
  const float bx = (box.x0 + (x * box.xx)) + (y * box.xy);
  const float by = (box.y0 + (x * box.yx)) + (y * box.yy);
  float share = 0;
  if (!item.round) {
    share = within(bx, box.width, box.grow_x) * within(by, box.height, box.grow_y);
  } else {
    const auto beyond = [&](float p, float size) {
      const float half = size * 0.5F;
      return std::abs(p - half) - (half - box.radius);
    };
    const float qx = beyond(bx, box.width);
    const float qy = beyond(by, box.height);
    const float ox = std::max(qx, 0.0F);
    const float oy = std::max(qy, 0.0F);
    const float out = std::sqrt((ox * ox) + (oy * oy));
    const float distance = (out + std::min(std::max(qx, qy), 0.0F)) - box.radius;
    share = unit(0.5F - (distance * box.grow_x));
  }
  return static_cast<std::int32_t>(std::floor((share * 255.0F) + 0.5F));
}

std::int32_t mask_alpha(const PaintItem& item, std::int32_t x, std::int32_t y) {
  if (item.mask.pixels == nullptr) return 255;
  const std::int32_t mx = x - item.mask_x;
  const std::int32_t my = y - item.mask_y;
  if (mx < 0 || my < 0 || mx >= item.mask.width || my >= item.mask.height) return 0;
  return static_cast<std::int32_t>(item.mask.pixels[(std::ptrdiff_t{my} * item.mask.width) + mx] >>
                                   24);
}

std::int32_t blended(BlendMode mode, std::int32_t s, std::int32_t d, std::int32_t sa,
                     std::int32_t da) {
  switch (mode) {
    case BlendMode::normal:
      return s + mul255(d, 255 - sa);
    case BlendMode::screen:
      return s + d - mul255(s, d);
    case BlendMode::add:
      return s + d;
    case BlendMode::multiply:
      return mul255(s, 255 - da) + mul255(d, 255 - sa) + mul255(s, d);
    case BlendMode::overlay:
      return mul255(s, 255 - da) + mul255(d, 255 - sa) +
             (2 * d <= da
                  ? 2 * mul255(s, d)
                  : mul255(sa, da) - (2 * mul255(std::max(da - d, 0), std::max(sa - s, 0))));
  }
  return d;
}

}  // namespace

std::uint32_t painted(const PaintItem& item, std::uint32_t there, std::int32_t x, std::int32_t y) {
  const std::int32_t dx = x - item.bounds.x0;
  const std::int32_t dy = y - item.bounds.y0;
  const std::int32_t cover =
      mul255(mul255(coverage(item, dx, dy), item.opacity), mask_alpha(item, x, y));
  Channels s = source(item, dx, dy);
  for (std::int32_t& channel : s) channel = mul255(channel, cover);
  const Channels d = split(there);
  const std::int32_t alpha =
      item.blend == BlendMode::add ? std::min(s[3] + d[3], 255) : s[3] + mul255(d[3], 255 - s[3]);
  Channels out;
  for (std::size_t c = 0; c < 3; ++c)
    out[c] = std::clamp(blended(item.blend, s[c], d[c], s[3], d[3]), 0, alpha);
  out[3] = alpha;
  return join(out);
}

}  // namespace dala::scene
