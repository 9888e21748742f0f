#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "scene/compose/rows.cpp"
#include "core/simd.hpp"
// After HWY_TARGET_INCLUDE and simd.hpp: Highway includes this file once for each instruction set.
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <cmath>

#include "scene/compose/reference_pixel.hpp"
#include "scene/compose/rows-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace dala::scene {
namespace HWY_NAMESPACE {

#if HWY_TARGET != HWY_SCALAR

namespace {

// The pixels of an item that are computed before they are blended, few enough to stay in the L1
// cache.
constexpr std::size_t chunk = 256;

struct Chunk {
  const std::uint32_t* pixels;  // null: all of them are `color`
  std::uint32_t color;
  const std::uint32_t* cover;  // null: all of them are `even_cover`
  std::uint32_t even_cover;
  std::size_t count;
};

template <BlendMode mode>
HWY_NOINLINE void blend_chunk(const Chunk& part, std::uint32_t* row) {
  const D32 d;
  const std::size_t lanes = hn::Lanes(d);
  const V32 color = hn::Set(d, part.color);
  const bool fades = part.cover != nullptr || part.even_cover != 255;
  const V32 even = hn::Set(d, part.even_cover);
  for (std::size_t i = 0; i < part.count; i += lanes) {
    const std::size_t n = part.count - i;
    V32 s = part.pixels == nullptr ? color : load_first(part.pixels + i, n);
    if (fades) s = faded(s, part.cover == nullptr ? even : hn::LoadU(d, part.cover + i));
    const V32 there = load_first(row + i, n);
    store_first(blended<mode>(s, there), row + i, n);
  }
}

HWY_INLINE void blend(BlendMode mode, const Chunk& part, std::uint32_t* row) {
  switch (mode) {
    case BlendMode::normal:
      return blend_chunk<BlendMode::normal>(part, row);
    case BlendMode::multiply:
      return blend_chunk<BlendMode::multiply>(part, row);
    case BlendMode::screen:
      return blend_chunk<BlendMode::screen>(part, row);
    case BlendMode::overlay:
      return blend_chunk<BlendMode::overlay>(part, row);
    case BlendMode::add:
      return blend_chunk<BlendMode::add>(part, row);
  }
}

// What opaque pixels do.
HWY_INLINE void replace(const Chunk& part, std::uint32_t* row) {
  if (part.pixels == nullptr)
    std::fill_n(row, part.count, part.color);
  else
    std::memcpy(row, part.pixels, part.count * sizeof(std::uint32_t));
}

struct Bits {
  V32 any;
  V32 all;
};

// The coverage of `count` pixels, with lanes after them that mean nothing. What is 0 in all of them
// is not drawn.
HWY_INLINE Bits cover_chunk(const PaintItem& item, std::int32_t x, std::int32_t y, bool covered,
                            std::size_t count, std::uint32_t* cover) {
  const D32 d;
  Bits bits{hn::Zero(d), hn::Set(d, 255U)};
  const V32 opacity = hn::Set(d, static_cast<std::uint32_t>(item.opacity));
  const std::int32_t mask_y = y - item.mask_y;
  for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
    const auto at = static_cast<std::int32_t>(i);
    V32 value =
        covered ? hn::Set(d, 255U) : coverage(item, x + at - item.bounds.x0, y - item.bounds.y0);
    if (item.opacity != 255) value = faded(value, opacity);
    if (item.mask.pixels != nullptr) {
      V32 alpha = hn::Zero(d);
      if (mask_y >= 0 && mask_y < item.mask.height) {
        HWY_ALIGN std::uint32_t part[hn::MaxLanes(d)] = {};
        for (std::size_t k = 0; k < hn::Lanes(d); ++k) {
          const std::int32_t mask_x = x + at + static_cast<std::int32_t>(k) - item.mask_x;
          if (mask_x >= 0 && mask_x < item.mask.width)
            part[k] =
                item.mask
                    .pixels[(static_cast<std::ptrdiff_t>(mask_y) * item.mask.width) + mask_x] >>
                24;
        }
        alpha = hn::Load(d, part);
      }
      value = faded(value, alpha);
    }
    hn::StoreU(value, d, cover + i);
    bits.any = hn::Or(bits.any, value);
    bits.all = hn::And(bits.all, value);
  }
  return bits;
}

HWY_INLINE void sample_chunk(const PaintItem& item, std::int32_t x, std::int32_t y,
                             std::size_t count, std::uint32_t* out) {
  const D32 d;
  const DI di;
  const SourceMap& map = item.map;
  const Taps taps = taps_of(item);
  // Sums wrap, as those of the kernel language do.
  const auto at = [](std::int32_t start, std::int32_t a, std::int32_t da, std::int32_t b,
                     std::int32_t db) {
    return static_cast<std::int32_t>(
        static_cast<std::uint32_t>(start) +
        (static_cast<std::uint32_t>(a) * static_cast<std::uint32_t>(da)) +
        (static_cast<std::uint32_t>(b) * static_cast<std::uint32_t>(db)));
  };
  const std::int32_t dx = x - item.bounds.x0;
  const std::int32_t dy = y - item.bounds.y0;
  const VI lane = hn::Iota(di, 0);
  const auto lanes = static_cast<std::int32_t>(hn::Lanes(d));
  VI sx =
      hn::Add(hn::Set(di, at(map.x0, map.xx, dx, map.xy, dy)), hn::Mul(lane, hn::Set(di, map.xx)));
  VI sy =
      hn::Add(hn::Set(di, at(map.y0, map.yx, dx, map.yy, dy)), hn::Mul(lane, hn::Set(di, map.yx)));
  const VI step_x = hn::Set(di, at(0, map.xx, lanes, 0, 0));
  const VI step_y = hn::Set(di, at(0, map.yx, lanes, 0, 0));
  for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
    hn::StoreU(sampled(taps, sx, sy), d, out + i);
    sx = hn::Add(sx, step_x);
    sy = hn::Add(sy, step_y);
  }
}

// The layer's pixels for the row where they need no interpolation; else null.
HWY_INLINE const std::uint32_t* moved_pixels(const PaintItem& item, std::int32_t x, std::int32_t y,
                                             std::int32_t count) {
  if (!item.moves) return nullptr;
  const std::int32_t sx = x - item.bounds.x0 + (item.map.x0 >> 16);
  const std::int32_t sy = y - item.bounds.y0 + (item.map.y0 >> 16);
  if (sx < item.taps.x0 || sx + count > item.taps.x1 || sy < item.taps.y0 || sy >= item.taps.y1)
    return nullptr;
  return item.layer.pixels + (static_cast<std::ptrdiff_t>(sy) * item.layer.width) + sx;
}

void paint_part(const PaintItem& item, std::uint32_t* row, std::int32_t y, std::int32_t x0,
                std::int32_t x1, bool covered) {
  HWY_ALIGN std::uint32_t pixels[chunk + hn::MaxLanes(D32())];
  HWY_ALIGN std::uint32_t cover[chunk + hn::MaxLanes(D32())];
  const bool plain = covered && item.mask.pixels == nullptr;
  for (std::int32_t x = x0; x < x1;) {
    Chunk part{nullptr, item.color, nullptr, static_cast<std::uint32_t>(item.opacity),
               std::min<std::size_t>(chunk, static_cast<std::size_t>(x1 - x))};
    if (item.layer.pixels != nullptr) {
      part.pixels = moved_pixels(item, x, y, x1 - x);
      // Pixels that need neither interpolation nor coverage are blended in one piece.
      if (part.pixels != nullptr && plain) part.count = static_cast<std::size_t>(x1 - x);
    }
    const std::int32_t next = x + static_cast<std::int32_t>(part.count);
    if (!plain) {
      const D32 d;
      const Bits bits = cover_chunk(item, x, y, covered, part.count, cover);
      part.cover = cover;
      if (hn::AllTrue(d, hn::Eq(bits.any, hn::Zero(d)))) {
        x = next;
        continue;
      }
      if (hn::AllTrue(d, hn::Eq(bits.all, hn::Set(d, 255U)))) {
        part.cover = nullptr;
        part.even_cover = 255;
      }
    }
    if (item.layer.pixels != nullptr && part.pixels == nullptr) {
      sample_chunk(item, x, y, part.count, pixels);
      part.pixels = pixels;
    }
    if (item.opaque && item.blend == BlendMode::normal && part.cover == nullptr &&
        part.even_cover == 255)
      replace(part, row + x);
    else
      blend(item.blend, part, row + x);
    x = next;
  }
}

}  // namespace

void paint_row(const PaintItem& item, std::uint32_t* row, std::int32_t y, std::int32_t x0,
               std::int32_t x1) {
  const BoxMap& box = item.box;
  if (item.covered || box.xy != 0 || box.yx != 0) {
    paint_part(item, row, y, x0, x1, item.covered);
    return;
  }
  // An axis-aligned box is fully covered except near its edges.
  const float shrink = std::min(std::abs(box.xx), std::abs(box.yy));
  const auto margin = static_cast<std::int32_t>(std::min(box.radius / shrink, 1e6F)) + 2;
  const Rect& b = item.bounds;
  if (y < b.y0 + margin || y >= b.y1 - margin) {
    paint_part(item, row, y, x0, x1, false);
    return;
  }
  const std::int32_t left = std::clamp(b.x0 + margin, x0, x1);
  const std::int32_t right = std::clamp(b.x1 - margin, left, x1);
  if (x0 < left) paint_part(item, row, y, x0, left, false);
  if (left < right) paint_part(item, row, y, left, right, true);
  if (right < x1) paint_part(item, row, y, right, x1, false);
}

void premultiply_alpha(const std::uint32_t* pixels, std::uint32_t* out, std::size_t count) {
  const D32 d;
  for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
    const V32 p = load_first(pixels + i, count - i);
    const V32 colours = faded(p, alpha_of(p));
    store_first(
        hn::Or(hn::And(colours, hn::Set(d, 0x00FFFFFFU)), hn::And(p, hn::Set(d, 0xFF000000U))),
        out + i, count - i);
  }
}

void unpremultiply_alpha(const std::uint32_t* pixels, std::uint32_t* out, std::size_t count) {
  const D32 d;
  const DI di;
  const DF df;
  for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
    const V32 p = load_first(pixels + i, count - i);
    const V32 a = alpha_of(p);
    const VF alpha = hn::ConvertTo(df, hn::BitCast(di, hn::Max(a, hn::Set(d, 1U))));
    const VF half = hn::Floor(hn::Mul(alpha, hn::Set(df, 0.5F)));
    const auto channel = [&](V32 v) HWY_ATTR {
      const VF value = hn::ConvertTo(df, hn::BitCast(di, hn::And(v, hn::Set(d, 255U))));
      const VF up = hn::Add(hn::Mul(value, hn::Set(df, 255.0F)), half);
      return hn::BitCast(d, hn::ConvertTo(di, hn::Floor(hn::Div(up, alpha))));
    };
    const V32 r = channel(p);
    const V32 g = channel(hn::ShiftRight<8>(p));
    const V32 b = channel(hn::ShiftRight<16>(p));
    store_first(
        hn::Or(hn::Or(r, hn::ShiftLeft<8>(g)), hn::Or(hn::ShiftLeft<16>(b), hn::ShiftLeft<24>(a))),
        out + i, count - i);
  }
}

#else

void paint_row(const PaintItem& item, std::uint32_t* row, std::int32_t y, std::int32_t x0,
               std::int32_t x1) {
  for (std::int32_t x = x0; x < x1; ++x) row[x] = painted(item, row[x], x, y);
}

void premultiply_alpha(const std::uint32_t* pixels, std::uint32_t* out, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t p = pixels[i];
    const auto alpha = static_cast<std::int32_t>(p >> 24);
    out[i] = p & 0xFF000000U;
    for (unsigned shift = 0; shift < 24; shift += 8)
      out[i] |=
          static_cast<std::uint32_t>(mul255(static_cast<std::int32_t>((p >> shift) & 255), alpha))
          << shift;
  }
}

void unpremultiply_alpha(const std::uint32_t* pixels, std::uint32_t* out, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t p = pixels[i];
    const std::uint32_t alpha = std::max(p >> 24, 1U);
    out[i] = p & 0xFF000000U;
    for (unsigned shift = 0; shift < 24; shift += 8)
      out[i] |= (((((p >> shift) & 255) * 255) + (alpha / 2)) / alpha) << shift;
  }
}

#endif

bool is_opaque(const std::uint32_t* pixels, std::size_t count) {
  constexpr std::size_t block = 4096;  // so that a picture that is not need not be read to its end
  for (std::size_t i = 0; i < count; i += block) {
    std::uint32_t all = 0xFF000000U;
    const std::size_t end = std::min(count, i + block);
    for (std::size_t k = i; k < end; ++k) all &= pixels[k];
    if (all != 0xFF000000U) return false;
  }
  return true;
}

void spread_alpha(const std::uint32_t* pixels, std::uint32_t* out, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) out[i] = ((pixels[i] >> 24) * 0x010101U) | 0xFF000000U;
}

void join_alpha(const std::uint32_t* colours, const std::uint32_t* alphas, std::uint32_t* out,
                std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t alpha = alphas[i] & 255;
    const std::uint32_t r = std::min(colours[i] & 255, alpha);
    const std::uint32_t g = std::min((colours[i] >> 8) & 255, alpha);
    const std::uint32_t b = std::min((colours[i] >> 16) & 255, alpha);
    out[i] = r | (g << 8) | (b << 16) | (alpha << 24);
  }
}

void shrink_row(const std::uint32_t* from, std::size_t width, std::size_t rows, std::size_t factor,
                std::uint32_t* to, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t x0 = i * factor;
    const std::size_t columns = std::min(factor, width - x0);
    std::uint32_t sums[4] = {};
    for (std::size_t y = 0; y < rows; ++y) {
      const auto* pixel = reinterpret_cast<const std::uint8_t*>(from + (y * width) + x0);
      for (std::size_t x = 0; x < columns; ++x, pixel += 4)
        for (std::size_t c = 0; c < 4; ++c) sums[c] += pixel[c];
    }
    const auto n = static_cast<std::uint32_t>(rows * columns);
    std::uint32_t out = 0;
    for (std::size_t c = 0; c < 4; ++c) out |= ((sums[c] + (n / 2)) / n) << (8 * c);
    to[i] = out;
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace dala::scene
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dala::scene {

HWY_EXPORT(paint_row);
HWY_EXPORT(premultiply_alpha);
HWY_EXPORT(unpremultiply_alpha);
HWY_EXPORT(shrink_row);
HWY_EXPORT(is_opaque);
HWY_EXPORT(spread_alpha);
HWY_EXPORT(join_alpha);

void paint_row(const PaintItem& item, std::uint32_t* row, std::int32_t y, std::int32_t x0,
               std::int32_t x1) {
  HWY_DYNAMIC_DISPATCH(paint_row)(item, row, y, x0, x1);
}

bool is_opaque(const std::uint32_t* pixels, std::size_t count) {
  return HWY_DYNAMIC_DISPATCH(is_opaque)(pixels, count);
}

void premultiply_alpha(const std::uint32_t* pixels, std::uint32_t* out, std::size_t count) {
  HWY_DYNAMIC_DISPATCH(premultiply_alpha)(pixels, out, count);
}

void unpremultiply_alpha(const std::uint32_t* pixels, std::uint32_t* out, std::size_t count) {
  HWY_DYNAMIC_DISPATCH(unpremultiply_alpha)(pixels, out, count);
}

void spread_alpha(const std::uint32_t* pixels, std::uint32_t* out, std::size_t count) {
  HWY_DYNAMIC_DISPATCH(spread_alpha)(pixels, out, count);
}

void join_alpha(const std::uint32_t* colours, const std::uint32_t* alphas, std::uint32_t* out,
                std::size_t count) {
  HWY_DYNAMIC_DISPATCH(join_alpha)(colours, alphas, out, count);
}

void shrink_row(const std::uint32_t* from, std::size_t width, std::size_t rows, std::size_t factor,
                std::uint32_t* to, std::size_t count) {
  HWY_DYNAMIC_DISPATCH(shrink_row)(from, width, rows, factor, to, count);
}

}  // namespace dala::scene
#endif
