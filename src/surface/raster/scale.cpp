#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "surface/raster/scale.cpp"
#include "backend/cpu/kernels/simd.hpp"
// After the settings.
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "surface/raster/blend-inl.hpp"
#include "surface/raster/scale.hpp"

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

HWY_INLINE V32 over_multiplied(V32 source, V32 there) {
  if (HWY_UNLIKELY(!all_opaque(there))) return over_any(divide_alpha(source), there);
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
  return merge(divided_high(even), divided_high(odd));
}

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
    const V16 even = whole(between_rows(hn::LoadU(d16, u), hn::LoadU(d16, l), weight));
    const V16 odd = whole(between_rows(hn::LoadU(d16, u + step), hn::LoadU(d16, l + step), weight));
    const V32 mixed = hn::BitCast(D32(), hn::Or(even, hn::ShiftLeft<8>(odd)));
    return opaque ? mixed : over_multiplied(mixed, there);
  }
};

}  // namespace

// A source row at the target's width, as vectors of channels 0 and 2 and of 1 and 3 in turn, in
// 128ths. `n` is rounded up to whole vectors; there are columns and weights for as many.
void stretch_row(const std::uint32_t* source, std::int32_t to_right, const ScaleScratch& scratch,
                 std::size_t n, std::uint16_t* out) {
  const D32 d;
  const hn::RebindToSigned<D32> di;
  const D16 d16;
  const V16 low = hn::Set(d16, 0x00FF);
  const std::size_t lanes = hn::Lanes(d);
  for (std::size_t i = 0; i < n; i += lanes) {
    const auto column = hn::LoadU(di, scratch.columns.data() + i);
    const V16 left = hn::BitCast(d16, hn::GatherIndex(d, source, column));
    const V16 right =
        hn::BitCast(d16, hn::GatherIndex(d, source, hn::Add(column, hn::Set(di, to_right))));
    const V16 weight = hn::BitCast(d16, hn::LoadU(d, scratch.weights.data() + i));
    hn::StoreU(between(hn::And(left, low), hn::And(right, low), weight), d16, out + (4 * i));
    hn::StoreU(between(hn::ShiftRight<8>(left), hn::ShiftRight<8>(right), weight), d16,
               out + (4 * i) + hn::Lanes(d16));
  }
}

void mix_rows(std::uint32_t* pixels, std::size_t n, const std::uint16_t* upper,
              const std::uint16_t* lower, std::int16_t weight, bool opaque) {
  for_each_vector(pixels, n, Mix{upper, lower, hn::Set(D16s(), weight), opaque});
}

#else  // one pixel at a time, with the same numbers

namespace {

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

void stretch_row(const std::uint32_t* source, std::int32_t to_right, const ScaleScratch& scratch,
                 std::size_t n, std::uint16_t* out) {
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint32_t left = source[scratch.columns[i]];
    const std::uint32_t right = source[scratch.columns[i] + to_right];
    const std::uint32_t weight = scratch.weights[i] & 0xFFFFU;
    for (unsigned c = 0; c < 4; ++c)
      out[(4 * i) + c] = static_cast<std::uint16_t>((((left >> (8 * c)) & 0xFFU) * (128 - weight)) +
                                                    (((right >> (8 * c)) & 0xFFU) * weight));
  }
}

void mix_rows(std::uint32_t* pixels, std::size_t n, const std::uint16_t* upper,
              const std::uint16_t* lower, std::int16_t weight, bool opaque) {
  for (std::size_t i = 0; i < n; ++i) {
    std::uint32_t mixed = 0;
    for (unsigned c = 0; c < 4; ++c) {
      const std::int32_t from = upper[(4 * i) + c];
      const std::int32_t by = (((lower[(4 * i) + c] - from) * weight) + 16384) >> 15;
      mixed |= static_cast<std::uint32_t>((from + by + 64) >> 7) << (8 * c);
    }
    pixels[i] = opaque ? mixed : over_multiplied(mixed, pixels[i]);
  }
}

#endif

std::size_t pixels_in_vector() { return hn::Lanes(D32()); }

}  // namespace HWY_NAMESPACE
}  // namespace dala::surface
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace dala::surface {

HWY_EXPORT(stretch_row);
HWY_EXPORT(mix_rows);
HWY_EXPORT(pixels_in_vector);

namespace {

// Where the middle of target pixel `i` lies among the middles of the source's pixels.
struct Position {
  std::int64_t pixel;     // at or before it
  std::int64_t fraction;  // of the way to the next
};

Position position(std::int64_t i, std::int64_t target, std::int64_t source, std::int64_t parts) {
  const std::int64_t twice = (((2 * i) + 1) * source) - target;
  // Into `parts`, to the nearest; the quotient alone would round towards zero.
  const std::int64_t at = twice <= 0 ? 0 : ((twice * parts) + target) / (2 * target);
  const std::int64_t last = source - 1;
  if (at >= last * parts) return {last, 0};
  return {at / parts, at % parts};
}

void plan_columns(ScaleScratch& scratch, const ScaleSource& source, const Rect& target,
                  const Rect& shown) {
  const auto n = static_cast<std::size_t>(shown.width());
  const std::size_t lanes = HWY_DYNAMIC_DISPATCH(pixels_in_vector)();
  const std::size_t padded = (n + lanes - 1) / lanes * lanes;
  scratch.columns.assign(padded, 0);
  scratch.weights.assign(padded, 0);
  for (std::size_t i = 0; i < n; ++i) {
    const auto at = static_cast<std::int64_t>(i) + shown.x0 - target.x0;
    Position p = position(at, target.width(), source.width, 128);
    if (p.pixel > 0 && p.fraction == 0) p = {p.pixel - 1, 128};  // so that it has a right neighbour
    scratch.columns[i] = static_cast<std::int32_t>(p.pixel);
    scratch.weights[i] = static_cast<std::uint32_t>(p.fraction | (p.fraction << 16));
  }
  for (auto& row : scratch.rows) row.resize(4 * padded);
}

}  // namespace

void paint_scaled(Canvas& canvas, ScaleScratch& scratch, const ScaleSource& source,
                  const Rect& target) {
  const Rect shown = intersect(target, canvas.clip);
  if (shown.empty()) return;
  canvas.damage = join(canvas.damage, shown);
  plan_columns(scratch, source, target, shown);
  const auto n = static_cast<std::size_t>(shown.width());
  std::int64_t held[2] = {-1, -1};  // which source row is in scratch.rows
  const auto hold = [&](int slot, std::int64_t row) {
    if (held[slot] == row) return;
    held[slot] = row;
    HWY_DYNAMIC_DISPATCH(stretch_row)
    (source.pixels + (row * source.width), source.width > 1 ? 1 : 0, scratch, n,
     scratch.rows[slot].data());
  };
  for (std::int64_t y = shown.y0; y < shown.y1; ++y) {
    const Position p = position(y - target.y0, target.height(), source.height, 32768);
    if (held[1] == p.pixel) {
      std::swap(held[0], held[1]);
      std::swap(scratch.rows[0], scratch.rows[1]);
    }
    hold(0, p.pixel);
    if (p.fraction != 0) hold(1, p.pixel + 1);
    HWY_DYNAMIC_DISPATCH(mix_rows)
    (canvas.row(y) + shown.x0, n, scratch.rows[0].data(),
     scratch.rows[p.fraction != 0 ? 1 : 0].data(), static_cast<std::int16_t>(p.fraction),
     source.opaque);
  }
}

std::vector<std::uint32_t> multiply_alpha(const std::vector<std::uint32_t>& pixels) {
  std::vector<std::uint32_t> out;
  out.reserve(pixels.size());
  for (const std::uint32_t p : pixels) {
    const std::uint32_t a = p >> 24;
    const auto channel = [&](unsigned shift) {
      return (((((p >> shift) & 0xFFU) * a) + 127) / 255) << shift;
    };
    out.push_back(channel(0) | channel(8) | channel(16) | (a << 24));
  }
  return out;
}

}  // namespace dala::surface
#endif
