// Source-over for vectors of pixels, compiled for each instruction set.
//
// Alpha is not premultiplied, so over an opaque pixel a channel becomes
//   (source * alpha + there * (255 - alpha)) / 255
// and over one that is not, with its own alpha `a`,
//   (source * alpha * 255 + there * a * (255 - alpha)) / (alpha * 255 + a * (255 - alpha)),
// both to the nearest integer. The new alpha follows the first rule with 255 for the source.
#if defined(DALA_SURFACE_BLEND_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef DALA_SURFACE_BLEND_INL_HPP
#undef DALA_SURFACE_BLEND_INL_HPP
#else
#define DALA_SURFACE_BLEND_INL_HPP
#endif

#include <hwy/highway.h>

#include <cstdint>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace dala::surface {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using D32 = hn::ScalableTag<std::uint32_t>;
using V32 = hn::Vec<D32>;
#if HWY_TARGET != HWY_SCALAR  // which has no lanes to cut in two
using D16 = hn::Repartition<std::uint16_t, D32>;
using V16 = hn::Vec<D16>;
#endif

HWY_INLINE bool all_opaque(V32 pixels) {
  const D32 d;
  const V32 alpha = hn::Set(d, 0xFF000000U);
  return hn::AllTrue(d, hn::Eq(hn::And(pixels, alpha), alpha));
}

HWY_INLINE bool all_transparent(V32 pixels) {
  const D32 d;
  return hn::AllTrue(d, hn::Eq(hn::And(pixels, hn::Set(d, 0xFF000000U)), hn::Zero(d)));
}

// All numbers here stay below 2^24, and no quotient is closer to the middle between two integers
// than half a step of a float, so floats give the exact answer.
HWY_INLINE V32 over_any(V32 source, V32 there) {
  const D32 d;
  const hn::RebindToSigned<D32> di;
  const hn::RebindToFloat<D32> df;
  const auto to_float = [&](V32 v) HWY_ATTR { return hn::ConvertTo(df, hn::BitCast(di, v)); };
  const V32 byte = hn::Set(d, 0xFFU);
  const auto full = hn::Set(df, 255.0F);
  const auto half = hn::Set(df, 0.5F);
  const auto alpha = to_float(hn::ShiftRight<24>(source));
  const auto below = hn::Mul(to_float(hn::ShiftRight<24>(there)), hn::Sub(full, alpha));
  const auto weight = hn::Mul(alpha, full);
  const auto sum = hn::Add(weight, below);
  const auto to_byte = [&](auto v)
                           HWY_ATTR { return hn::BitCast(d, hn::ConvertTo(di, hn::Add(v, half))); };
  const auto channel = [&](V32 s, V32 t) HWY_ATTR {
    return to_byte(hn::Div(
        hn::MulAdd(to_float(hn::And(s, byte)), weight, hn::Mul(to_float(hn::And(t, byte)), below)),
        sum));
  };
  const V32 r = channel(source, there);
  const V32 g = channel(hn::ShiftRight<8>(source), hn::ShiftRight<8>(there));
  const V32 b = channel(hn::ShiftRight<16>(source), hn::ShiftRight<16>(there));
  const V32 a = to_byte(hn::Div(sum, full));
  const V32 mixed =
      hn::Or(hn::Or(r, hn::ShiftLeft<8>(g)), hn::Or(hn::ShiftLeft<16>(b), hn::ShiftLeft<24>(a)));
  // Nothing over anything is what was there; without this, nothing over nothing is 0 / 0.
  const auto keeps = hn::Eq(hn::ShiftRight<24>(source), hn::Zero(d));
  return hn::IfThenElse(keeps, there, mixed);
}

#if HWY_TARGET != HWY_SCALAR
// Highway has this for floats only.
HWY_INLINE V16 mul_add(V16 a, V16 b, V16 c) { return hn::Add(hn::Mul(a, b), c); }

// Of sums that have 128 added already: (x / 255) to the nearest integer, in the high byte.
HWY_INLINE V16 divided_high(V16 sum) { return hn::Add(sum, hn::ShiftRight<8>(sum)); }

// Channels 0 and 2 from `even`, 1 and 3 from `odd`, as divided_high left them.
HWY_INLINE V32 merge(V16 even, V16 odd) {
  const D16 d16;
  return hn::BitCast(D32(), hn::Or(hn::ShiftRight<8>(even), hn::And(odd, hn::Set(d16, 0xFF00))));
}

HWY_INLINE V32 over_opaque(V32 source, V32 there) {
  const D32 d;
  const D16 d16;
  const V16 low = hn::Set(d16, 0x00FF);
  const V32 alpha = hn::ShiftRight<24>(source);
  const V16 a = hn::BitCast(d16, hn::Or(alpha, hn::ShiftLeft<16>(alpha)));
  const V16 rest = hn::Sub(low, a);
  const V16 s = hn::BitCast(d16, source);
  const V16 t = hn::BitCast(d16, there);
  const V16 s_odd = hn::ShiftRight<8>(hn::BitCast(d16, hn::Or(source, hn::Set(d, 0xFF000000U))));
  const V16 half = hn::Set(d16, 128);
  const V16 even = hn::Add(mul_add(hn::And(s, low), a, half), hn::Mul(hn::And(t, low), rest));
  const V16 odd = hn::Add(mul_add(s_odd, a, half), hn::Mul(hn::ShiftRight<8>(t), rest));
  return merge(divided_high(even), divided_high(odd));
}
#endif

HWY_INLINE V32 over(V32 source, V32 there) {
#if HWY_TARGET != HWY_SCALAR
  if (HWY_LIKELY(all_opaque(there))) return over_opaque(source, there);
#endif
  return over_any(source, there);
}

// Calls change(vector) for every vector of n pixels; lanes after the last pixel hold `beyond` and
// are not stored.
template <typename Change>
HWY_INLINE void for_each_vector(std::uint32_t* pixels, std::size_t n, const Change& change,
                                std::uint32_t beyond = 0) {
  const D32 d;
  const std::size_t lanes = hn::Lanes(d);
  std::size_t i = 0;
  for (; i + lanes <= n; i += lanes) hn::StoreU(change(hn::LoadU(d, pixels + i), i), d, pixels + i);
  if (i == n) return;
#if HWY_TARGET <= HWY_AVX2
  const auto mask = hn::FirstN(d, n - i);
  const V32 there =
      hn::Or(hn::MaskedLoad(mask, d, pixels + i), hn::IfThenZeroElse(mask, hn::Set(d, beyond)));
  hn::BlendedStore(change(there, i), mask, d, pixels + i);
#else
  HWY_ALIGN std::uint32_t part[hn::MaxLanes(d)];
  hn::Store(hn::Set(d, beyond), d, part);
  std::memcpy(part, pixels + i, (n - i) * sizeof(std::uint32_t));
  hn::Store(change(hn::Load(d, part), i), d, part);
  std::memcpy(pixels + i, part, (n - i) * sizeof(std::uint32_t));
#endif
}

// The first n of a vector's pixels, the others zero.
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

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace dala::surface
HWY_AFTER_NAMESPACE();

#endif
