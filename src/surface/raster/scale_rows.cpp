#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "surface/raster/scale_rows.cpp"
#include "core/simd.hpp"
// After HWY_TARGET_INCLUDE and simd.hpp: Highway includes this file once for each instruction set.
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "surface/raster/blend-inl.hpp"
#include "surface/raster/scale_rows.hpp"

HWY_BEFORE_NAMESPACE();
namespace dala::surface {
namespace HWY_NAMESPACE {
namespace {

HWY_INLINE V32 divide_alpha(V32 multiplied) {
  const D32 d;
  const hn::RebindToSigned<D32> di;
  const hn::RebindToFloat<D32> df;
  const V32 byte = hn::Set(d, 0xFFU);
  const V32 a = hn::ShiftRight<24>(multiplied);
  const auto alpha = hn::ConvertTo(df, hn::BitCast(di, hn::Max(a, hn::Set(d, 1U))));
  const auto factor = hn::Div(hn::Set(df, 255.0F), alpha);
  const auto channel = [&](V32 v) HWY_ATTR {
    const auto value = hn::ConvertTo(df, hn::BitCast(di, hn::And(v, byte)));
    return hn::BitCast(d, hn::ConvertTo(di, hn::MulAdd(value, factor, hn::Set(df, 0.5F))));
  };
  return hn::Or(
      hn::Or(channel(multiplied), hn::ShiftLeft<8>(channel(hn::ShiftRight<8>(multiplied)))),
      hn::Or(hn::ShiftLeft<16>(channel(hn::ShiftRight<16>(multiplied))), hn::ShiftLeft<24>(a)));
}

}  // namespace

#if HWY_TARGET != HWY_SCALAR

namespace {

using D16s = hn::RebindToSigned<D16>;

// Between `from` and `to`, in 128ths.
HWY_INLINE V16 between(V16 from, V16 to, V16 weight) {
  return hn::Add(hn::ShiftLeft<7>(from), hn::Mul(hn::Sub(to, from), weight));
}

// Between two of those, which stay below 2^15, in 32768ths.
HWY_INLINE V16 between_rows(V16 from, V16 to, hn::Vec<D16s> weight) {
  const D16s signed16;
  const D16 d16;
  const auto difference = hn::BitCast(signed16, hn::Sub(to, from));
  return hn::Add(from, hn::BitCast(d16, hn::MulFixedPoint15(difference, weight)));
}

// Back from 128ths, to the nearest.
HWY_INLINE V16 whole(V16 parts) { return hn::ShiftRight<7>(hn::Add(parts, hn::Set(D16(), 64))); }

// Over opaque pixels by the cheap formula, which rounds once less than the other. Each pixel goes
// by its own alpha, never by that of those beside it: vectors are of another length on another
// processor.
HWY_INLINE V32 over_multiplied(V32 source, V32 there) {
  const D32 d;
  const D16 d16;
  const V16 low = hn::Set(d16, 0x00FF);
  const V16 half = hn::Set(d16, 128);
  const V32 alpha = hn::ShiftRight<24>(source);
  const V16 rest = hn::Sub(low, hn::BitCast(d16, hn::Or(alpha, hn::ShiftLeft<16>(alpha))));
  const V16 s = hn::BitCast(d16, source);
  const V16 t = hn::BitCast(d16, there);
  const V16 even = hn::Add(mul_add(hn::And(s, low), low, half), hn::Mul(hn::And(t, low), rest));
  const V16 odd =
      hn::Add(mul_add(hn::ShiftRight<8>(s), low, half), hn::Mul(hn::ShiftRight<8>(t), rest));
  const V32 over_opaque = merge(divided_high(even), divided_high(odd));
  if (HWY_LIKELY(all_opaque(there))) return over_opaque;
  const V32 full = hn::Set(d, 0xFF000000U);
  return hn::IfThenElse(hn::Eq(hn::And(there, full), full), over_opaque,
                        over_any(divide_alpha(source), there));
}

struct Channels {
  V16 even;
  V16 odd;
};

// Between the two pixels of each pair, in 128ths.
HWY_INLINE Channels between_pairs(const std::uint32_t* pairs, const std::uint32_t* weights) {
  const D32 d;
  const D16 d16;
  const V16 low = hn::Set(d16, 0x00FF);
  const V32 first = hn::LoadU(d, pairs);
  const V32 second = hn::LoadU(d, pairs + hn::Lanes(d));
  const V16 left = hn::BitCast(d16, hn::ConcatEven(d, second, first));
  const V16 right = hn::BitCast(d16, hn::ConcatOdd(d, second, first));
  const V16 weight = hn::BitCast(d16, hn::LoadU(d, weights));
  return {between(hn::And(left, low), hn::And(right, low), weight),
          between(hn::ShiftRight<8>(left), hn::ShiftRight<8>(right), weight)};
}

HWY_INLINE V32 pixels_from(V16 even, V16 odd) {
  return hn::BitCast(D32(), hn::Or(whole(even), hn::ShiftLeft<8>(whole(odd))));
}

struct Stretch {
  const std::uint32_t* pairs;
  const std::uint32_t* weights;
  bool opaque;

  HWY_INLINE V32 operator()(V32 there, std::size_t at) const {
    const Channels channels = between_pairs(pairs + (2 * at), weights + at);
    const V32 stretched = pixels_from(channels.even, channels.odd);
    return opaque ? stretched : over_multiplied(stretched, there);
  }
};

struct Mix {
  const std::uint16_t* upper;
  const std::uint16_t* lower;
  hn::Vec<D16s> weight;
  bool opaque;

  HWY_INLINE V32 operator()(V32 there, std::size_t at) const {
    const D16 d16;
    const std::size_t step = hn::Lanes(d16);
    const std::uint16_t* u = upper + (4 * at);
    const std::uint16_t* l = lower + (4 * at);
    const V32 mixed =
        pixels_from(between_rows(hn::LoadU(d16, u), hn::LoadU(d16, l), weight),
                    between_rows(hn::LoadU(d16, u + step), hn::LoadU(d16, l + step), weight));
    return opaque ? mixed : over_multiplied(mixed, there);
  }
};

}  // namespace

void stretch_row(const std::uint32_t* pairs, const std::uint32_t* weights, std::size_t n,
                 std::uint16_t* out) {
  const D16 d16;
  for (std::size_t i = 0; i < n; i += hn::Lanes(D32())) {
    const Channels at = between_pairs(pairs + (2 * i), weights + i);
    hn::StoreU(at.even, d16, out + (4 * i));
    hn::StoreU(at.odd, d16, out + (4 * i) + hn::Lanes(d16));
  }
}

void mix_stretched(std::uint32_t* pixels, std::size_t n, const std::uint16_t* upper,
                   const std::uint16_t* lower, std::int16_t weight, bool opaque) {
  for_each_vector(pixels, n, Mix{upper, lower, hn::Set(D16s(), weight), opaque});
}

void mix_rows(const std::uint32_t* upper, const std::uint32_t* lower, std::size_t n,
              std::int16_t weight, std::uint32_t* out) {
  const D16 d16;
  const V16 low = hn::Set(d16, 0x00FF);
  const auto w = hn::Set(D16s(), weight);
  for (std::size_t i = 0; i < n; i += hn::Lanes(D32())) {
    const V16 u = hn::BitCast(d16, load_first(upper + i, n - i));
    const V16 l = hn::BitCast(d16, load_first(lower + i, n - i));
    const V16 even = between_rows(hn::And(u, low), hn::And(l, low), w);
    const V16 odd = between_rows(hn::ShiftRight<8>(u), hn::ShiftRight<8>(l), w);
    hn::StoreU(hn::BitCast(D32(), hn::Or(even, hn::ShiftLeft<8>(odd))), D32(), out + i);
  }
}

void stretch_mixed(std::uint32_t* pixels, std::size_t n, const std::uint32_t* pairs,
                   const std::uint32_t* weights, bool opaque) {
  for_each_vector(pixels, n, Stretch{pairs, weights, opaque});
}

#else  // one pixel at a time, with the same numbers

namespace {

std::uint32_t between_pair(const std::uint32_t* pair, std::uint32_t weights, unsigned c) {
  const std::uint32_t weight = weights & 0xFFFFU;
  return (((pair[0] >> (8 * c)) & 0xFFU) * (128 - weight)) +
         (((pair[1] >> (8 * c)) & 0xFFU) * weight);
}

std::uint32_t between_rows(std::uint32_t from, std::uint32_t to, std::int16_t weight) {
  const std::int32_t difference = static_cast<std::int32_t>(to) - static_cast<std::int32_t>(from);
  return from + static_cast<std::uint32_t>(((difference * weight) + 16384) >> 15);
}

std::uint32_t whole(std::uint32_t parts) { return (parts + 64) >> 7; }

std::uint32_t over_multiplied(std::uint32_t source, std::uint32_t there) {
  const D32 d;
  if (there < 0xFF000000U)
    return hn::GetLane(over_any(divide_alpha(hn::Set(d, source)), hn::Set(d, there)));
  const std::uint32_t rest = 255 - (source >> 24);
  std::uint32_t out = 0;
  for (unsigned shift = 0; shift < 32; shift += 8)
    out |= (((((source >> shift) & 0xFFU) * 255) + (((there >> shift) & 0xFFU) * rest) + 127) / 255)
           << shift;
  return out;
}

}  // namespace

void stretch_row(const std::uint32_t* pairs, const std::uint32_t* weights, std::size_t n,
                 std::uint16_t* out) {
  for (std::size_t i = 0; i < n; ++i)
    for (unsigned c = 0; c < 4; ++c)
      out[(4 * i) + c] = static_cast<std::uint16_t>(between_pair(pairs + (2 * i), weights[i], c));
}

void mix_stretched(std::uint32_t* pixels, std::size_t n, const std::uint16_t* upper,
                   const std::uint16_t* lower, std::int16_t weight, bool opaque) {
  for (std::size_t i = 0; i < n; ++i) {
    std::uint32_t mixed = 0;
    for (unsigned c = 0; c < 4; ++c)
      mixed |= whole(between_rows(upper[(4 * i) + c], lower[(4 * i) + c], weight)) << (8 * c);
    pixels[i] = opaque ? mixed : over_multiplied(mixed, pixels[i]);
  }
}

void mix_rows(const std::uint32_t* upper, const std::uint32_t* lower, std::size_t n,
              std::int16_t weight, std::uint32_t* out) {
  for (std::size_t i = 0; i < n; ++i) {
    out[i] = 0;
    for (unsigned shift = 0; shift < 32; shift += 8)
      out[i] |= between_rows((upper[i] >> shift) & 0xFFU, (lower[i] >> shift) & 0xFFU, weight)
                << shift;
  }
}

void stretch_mixed(std::uint32_t* pixels, std::size_t n, const std::uint32_t* pairs,
                   const std::uint32_t* weights, bool opaque) {
  for (std::size_t i = 0; i < n; ++i) {
    std::uint32_t stretched = 0;
    for (unsigned c = 0; c < 4; ++c)
      stretched |= whole(between_pair(pairs + (2 * i), weights[i], c)) << (8 * c);
    pixels[i] = opaque ? stretched : over_multiplied(stretched, pixels[i]);
  }
}

#endif

ScaleRows rows_of_target() {
  return {stretch_row, mix_stretched, mix_rows, stretch_mixed, hn::Lanes(D32())};
}

}  // namespace HWY_NAMESPACE
}  // namespace dala::surface
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dala::surface {

HWY_EXPORT(rows_of_target);

ScaleRows scale_rows() { return HWY_DYNAMIC_DISPATCH(rows_of_target)(); }

}  // namespace dala::surface
#endif
