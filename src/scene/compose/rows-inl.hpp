// Vectors of pixels with premultiplied alpha: interpolated, scaled and blended as item.hpp defines,
// compiled for each instruction set.
#if defined(DALA_SCENE_ROWS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef DALA_SCENE_ROWS_INL_HPP
#undef DALA_SCENE_ROWS_INL_HPP
#else
#define DALA_SCENE_ROWS_INL_HPP
#endif

#include <hwy/highway.h>

#include <cstdint>
#include <cstring>

#include "scene/compose/rows.hpp"

#if HWY_TARGET != HWY_SCALAR  // which has no lanes to cut in two

HWY_BEFORE_NAMESPACE();
namespace dala::scene {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using D32 = hn::ScalableTag<std::uint32_t>;
using DI = hn::RebindToSigned<D32>;
using DF = hn::RebindToFloat<D32>;
using D16 = hn::Repartition<std::uint16_t, D32>;
using DS16 = hn::RebindToSigned<D16>;
using V32 = hn::Vec<D32>;
using VI = hn::Vec<DI>;
using VF = hn::Vec<DF>;
using V16 = hn::Vec<D16>;

// The first n, the others zero.
HWY_INLINE V32 load_first(const std::uint32_t* pixels, std::size_t n) {
  const D32 d;
  if (HWY_LIKELY(n >= hn::Lanes(d))) return hn::LoadU(d, pixels);
#if HWY_TARGET <= HWY_AVX2
  return hn::MaskedLoad(hn::FirstN(d, n), d, pixels);
#else
  HWY_ALIGN std::uint32_t part[hn::MaxLanes(d)] = {};
  std::memcpy(part, pixels, n * sizeof(std::uint32_t));
  return hn::Load(d, part);
#endif
}

HWY_INLINE void store_first(V32 value, std::uint32_t* pixels, std::size_t n) {
  const D32 d;
  if (HWY_LIKELY(n >= hn::Lanes(d))) {
    hn::StoreU(value, d, pixels);
    return;
  }
#if HWY_TARGET <= HWY_AVX2
  hn::BlendedStore(value, hn::FirstN(d, n), d, pixels);
#else
  HWY_ALIGN std::uint32_t part[hn::MaxLanes(d)];
  hn::Store(value, d, part);
  std::memcpy(pixels, part, n * sizeof(std::uint32_t));
#endif
}

HWY_INLINE V16 low_bytes() { return hn::Set(D16(), 0x00FF); }
// Red and blue of each pixel, and green and alpha.
HWY_INLINE V16 even_of(V32 pixels) { return hn::And(hn::BitCast(D16(), pixels), low_bytes()); }
HWY_INLINE V16 odd_of(V32 pixels) { return hn::ShiftRight<8>(hn::BitCast(D16(), pixels)); }
HWY_INLINE V32 join(V16 even, V16 odd) {
  return hn::BitCast(D32(), hn::Or(even, hn::ShiftLeft<8>(odd)));
}
// The number of each lane for all channels of its pixel.
HWY_INLINE V16 for_channels(V32 value) {
  return hn::BitCast(D16(), hn::Or(value, hn::ShiftLeft<16>(value)));
}
HWY_INLINE V16 mul(V16 a, V16 b) {
  const V16 t = hn::Add(hn::Mul(a, b), hn::Set(D16(), 128));
  return hn::ShiftRight<8>(hn::Add(t, hn::ShiftRight<8>(t)));
}
HWY_INLINE V32 alpha_of(V32 pixels) { return hn::ShiftRight<24>(pixels); }

// All channels times a number from 0 to 255 for each pixel.
HWY_INLINE V32 faded(V32 pixels, V32 cover) {
  const V16 c = for_channels(cover);
  return join(mul(even_of(pixels), c), mul(odd_of(pixels), c));
}

HWY_INLINE V32 over(V32 s, V32 d) {
  const V16 rest = hn::Sub(low_bytes(), for_channels(alpha_of(s)));
  // No channel of s is larger than its alpha, so no sum is larger than 255.
  return hn::Add(s, join(mul(even_of(d), rest), mul(odd_of(d), rest)));
}

template <BlendMode mode>
HWY_INLINE V16 blend_channels(V16 s, V16 d, V16 sa, V16 da) {
  const V16 full = low_bytes();
  if constexpr (mode == BlendMode::screen) return hn::Sub(hn::Add(s, d), mul(s, d));
  if constexpr (mode == BlendMode::add) return hn::Add(s, d);
  const V16 apart = hn::Add(mul(s, hn::Sub(full, da)), mul(d, hn::Sub(full, sa)));
  const V16 both = mul(s, d);
  if constexpr (mode == BlendMode::multiply) return hn::Add(apart, both);
  const V16 dark = hn::Add(both, both);
  const V16 light_part = mul(hn::SaturatedSub(da, d), hn::SaturatedSub(sa, s));
  const V16 light = hn::Sub(mul(sa, da), hn::Add(light_part, light_part));
  const DS16 ds16;
  const auto bright = hn::Gt(hn::BitCast(ds16, hn::Add(d, d)), hn::BitCast(ds16, da));
  return hn::Add(apart, hn::IfThenElse(hn::RebindMask(D16(), bright), light, dark));
}

template <BlendMode mode>
HWY_INLINE V32 blended(V32 s, V32 d) {
  if constexpr (mode == BlendMode::normal) {
    return over(s, d);
  } else {
    const D16 d16;
    const DS16 ds16;
    const V16 sa = for_channels(alpha_of(s));
    const V16 da = for_channels(alpha_of(d));
    const V16 alpha = mode == BlendMode::add ? hn::Min(hn::Add(sa, da), low_bytes())
                                             : hn::Add(sa, mul(da, hn::Sub(low_bytes(), sa)));
    const auto limited = [&](V16 v) HWY_ATTR {
      const auto positive = hn::Max(hn::BitCast(ds16, v), hn::Zero(ds16));
      return hn::Min(hn::BitCast(d16, positive), alpha);
    };
    const V16 even = limited(blend_channels<mode>(even_of(s), even_of(d), sa, da));
    const V16 odd = limited(blend_channels<mode>(odd_of(s), odd_of(d), sa, da));
    const V32 colours = hn::And(join(even, odd), hn::Set(D32(), 0x00FFFFFFU));
    return hn::Or(colours,
                  hn::ShiftLeft<24>(hn::And(hn::BitCast(D32(), alpha), hn::Set(D32(), 0xFFU))));
  }
}

// --- bilinear interpolation of four pixels of a layer ---

HWY_INLINE V16 mixed_channels(V16 p00, V16 p10, V16 p01, V16 p11, V16 f, V16 g) {
  const DS16 ds16;
  const V16 upper = hn::Add(hn::ShiftLeft<7>(p00), hn::Mul(hn::Sub(p10, p00), f));
  const V16 lower = hn::Add(hn::ShiftLeft<7>(p01), hn::Mul(hn::Sub(p11, p01), f));
  const auto step =
      hn::MulFixedPoint15(hn::BitCast(ds16, hn::Sub(lower, upper)), hn::BitCast(ds16, g));
  const V16 sum = hn::Add(upper, hn::BitCast(D16(), step));
  return hn::ShiftRight<7>(hn::Add(sum, hn::Set(D16(), 64)));
}

struct Taps {
  const std::uint32_t* pixels;
  VI stride;
  VI x_first;
  VI x_last;
  VI y_first;
  VI y_last;
};

HWY_INLINE Taps taps_of(const PaintItem& item) {
  const DI d;
  return {item.layer.pixels,        hn::Set(d, item.layer.width),
          hn::Set(d, item.taps.x0), hn::Set(d, item.taps.x1 - 1),
          hn::Set(d, item.taps.y0), hn::Set(d, item.taps.y1 - 1)};
}

HWY_INLINE V32 sampled(const Taps& taps, VI sx, VI sy) {
  const D32 d;
  const DI di;
  const VI one = hn::Set(di, 1);
  const auto column = [&](VI x) HWY_ATTR { return hn::Min(hn::Max(x, taps.x_first), taps.x_last); };
  const auto row = [&](VI y) HWY_ATTR {
    return hn::Mul(hn::Min(hn::Max(y, taps.y_first), taps.y_last), taps.stride);
  };
  const VI ix = hn::ShiftRight<16>(sx);
  const VI iy = hn::ShiftRight<16>(sy);
  const VI x0 = column(ix);
  const VI x1 = column(hn::Add(ix, one));
  const VI y0 = row(iy);
  const VI y1 = row(hn::Add(iy, one));
  const V32 p00 = hn::GatherIndex(d, taps.pixels, hn::Add(y0, x0));
  const V32 p10 = hn::GatherIndex(d, taps.pixels, hn::Add(y0, x1));
  const V32 p01 = hn::GatherIndex(d, taps.pixels, hn::Add(y1, x0));
  const V32 p11 = hn::GatherIndex(d, taps.pixels, hn::Add(y1, x1));
  const V16 f = for_channels(hn::And(hn::ShiftRight<9>(hn::BitCast(d, sx)), hn::Set(d, 127U)));
  const V16 g = for_channels(hn::And(hn::ShiftRight<1>(hn::BitCast(d, sy)), hn::Set(d, 32767U)));
  return join(mixed_channels(even_of(p00), even_of(p10), even_of(p01), even_of(p11), f, g),
              mixed_channels(odd_of(p00), odd_of(p10), odd_of(p01), odd_of(p11), f, g));
}

// --- coverage ---

HWY_INLINE VF unit(VF v) {
  const DF d;
  return hn::Min(hn::Max(v, hn::Zero(d)), hn::Set(d, 1.0F));
}

HWY_INLINE VF within(VF p, float size, float grow) {
  const DF d;
  const VF half = hn::Set(d, 0.5F);
  const VF g = hn::Set(d, grow);
  const VF first = unit(hn::Add(hn::Mul(p, g), half));
  const VF last = unit(hn::Add(hn::Mul(hn::Sub(hn::Set(d, size), p), g), half));
  return hn::Max(hn::Sub(hn::Add(first, last), hn::Set(d, 1.0F)), hn::Zero(d));
}

HWY_INLINE VF inside_round(VF bx, VF by, const BoxMap& box) {
  const DF d;
  const VF zero = hn::Zero(d);
  const VF radius = hn::Set(d, box.radius);
  const auto beyond = [&](VF p, float size) HWY_ATTR {
    const VF half = hn::Set(d, size * 0.5F);
    return hn::Sub(hn::Abs(hn::Sub(p, half)), hn::Sub(half, radius));
  };
  const VF qx = beyond(bx, box.width);
  const VF qy = beyond(by, box.height);
  const VF ox = hn::Max(qx, zero);
  const VF oy = hn::Max(qy, zero);
  const VF out = hn::Sqrt(hn::Add(hn::Mul(ox, ox), hn::Mul(oy, oy)));
  const VF distance = hn::Sub(hn::Add(out, hn::Min(hn::Max(qx, qy), zero)), radius);
  return unit(hn::Sub(hn::Set(d, 0.5F), hn::Mul(distance, hn::Set(d, box.grow_x))));
}

// Of the pixels from column dx of the bounds on.
HWY_INLINE V32 coverage(const PaintItem& item, std::int32_t dx, std::int32_t dy) {
  const DF d;
  const DI di;
  const BoxMap& box = item.box;
  const VF x = hn::ConvertTo(d, hn::Iota(di, dx));
  const VF y = hn::Set(d, static_cast<float>(dy));
  const VF bx = hn::Add(hn::Add(hn::Set(d, box.x0), hn::Mul(x, hn::Set(d, box.xx))),
                        hn::Mul(y, hn::Set(d, box.xy)));
  const VF by = hn::Add(hn::Add(hn::Set(d, box.y0), hn::Mul(x, hn::Set(d, box.yx))),
                        hn::Mul(y, hn::Set(d, box.yy)));
  const VF share =
      item.round ? inside_round(bx, by, box)
                 : hn::Mul(within(bx, box.width, box.grow_x), within(by, box.height, box.grow_y));
  const VF scaled = hn::Add(hn::Mul(share, hn::Set(d, 255.0F)), hn::Set(d, 0.5F));
  return hn::BitCast(D32(), hn::ConvertTo(di, scaled));
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace dala::scene
HWY_AFTER_NAMESPACE();

#endif  // HWY_SCALAR
#endif
