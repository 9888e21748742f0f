#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "media/video/av/yuv_rows.cpp"
#include "core/simd.hpp"
// After HWY_TARGET_INCLUDE and simd.hpp: Highway includes this file once for each instruction set.
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <cmath>

#include "media/video/av/yuv_rows.hpp"

HWY_BEFORE_NAMESPACE();
namespace dala::media::video {
namespace HWY_NAMESPACE {
namespace {

// Pixel by pixel: what vectors leave of a row, or all of it where there are none.
void tail_to_yuv(const PixelRows& rows, std::size_t from, std::size_t width, const ToYuv& n) {
  const auto times = [](unsigned value, std::uint16_t by) { return value * by >> 16; };
  for (std::size_t x = from; x < width; x += 2) {
    unsigned sum[3] = {};
    for (std::size_t row = 0; row < 2; ++row)
      for (std::size_t i = 0; i < 2; ++i) {
        const std::size_t at = std::min(x + i, width - 1);
        const std::uint8_t* p = rows.rgba[row] + (at * 4);
        unsigned y = n.black + 128U;
        for (std::size_t c = 0; c < 3; ++c) {
          y += times(p[c] * 256U, n.y[c]);
          sum[c] += p[c] * 64U;
        }
        rows.y[row][at] = static_cast<std::uint8_t>(y >> 8);
      }
    const unsigned middle = (128 * 256) + 128;
    const unsigned u =
        middle + times(sum[2], n.u[2]) - times(sum[0], n.u[0]) - times(sum[1], n.u[1]);
    const unsigned v =
        middle + times(sum[0], n.v[0]) - times(sum[1], n.v[1]) - times(sum[2], n.v[2]);
    rows.u[x / 2] = static_cast<std::uint8_t>(std::min(u, 65535U) >> 8);
    rows.v[x / 2] = static_cast<std::uint8_t>(std::min(v, 65535U) >> 8);
  }
}

// Half a step of values times 32.
constexpr int rounding = 16;

void tail_to_rgba(const YuvRow& row, std::size_t from, std::size_t width, const FromYuv& n,
                  std::uint8_t* rgba) {
  const auto byte = [](int value) {
    return static_cast<std::uint8_t>(std::clamp(value >> 5, 0, 255));
  };
  const auto times = [](int value, int by) { return (value * 256 * by) >> 16; };
  for (std::size_t x = from; x < width; ++x) {
    const int y = times(row.y[x], n.y) - n.black + rounding;
    const int u = row.u[x / 2] - 128;
    const int v = row.v[x / 2] - 128;
    std::uint8_t* p = rgba + (x * 4);
    p[0] = byte(y + times(v, n.red_v));
    p[1] = byte(y - times(u, n.green_u) - times(v, n.green_v));
    p[2] = byte(y + times(u, n.blue_u));
    p[3] = 255;
  }
}

#if HWY_TARGET != HWY_SCALAR

namespace hn = hwy::HWY_NAMESPACE;

using D8 = hn::ScalableTag<std::uint8_t>;
using D16 = hn::Repartition<std::uint16_t, D8>;
using DS16 = hn::Repartition<std::int16_t, D8>;
using V8 = hn::Vec<D8>;
using V16 = hn::Vec<D16>;
using VS16 = hn::Vec<DS16>;

// Neighbouring bytes are the two halves of a 16-bit lane. Each half, as it is and times 256:
HWY_INLINE V16 even(V16 pairs) { return hn::And(pairs, hn::Set(D16(), 0x00FF)); }
HWY_INLINE V16 odd(V16 pairs) { return hn::ShiftRight<8>(pairs); }
HWY_INLINE V16 even_high(V16 pairs) { return hn::ShiftLeft<8>(pairs); }
HWY_INLINE V16 odd_high(V16 pairs) { return hn::And(pairs, hn::Set(D16(), 0xFF00)); }

struct Colours {
  V16 r, g, b;
};

HWY_INLINE Colours load_pixels(const std::uint8_t* rgba) {
  V8 r;
  V8 g;
  V8 b;
  V8 a;
  hn::LoadInterleaved4(D8(), rgba, r, g, b, a);
  const D16 d;
  return {hn::BitCast(d, r), hn::BitCast(d, g), hn::BitCast(d, b)};
}

HWY_INLINE V16 part(V16 value, std::uint16_t by) { return hn::MulHigh(value, hn::Set(D16(), by)); }

// Times 256, with the half that rounds.
HWY_INLINE V16 luma(V16 r, V16 g, V16 b, const ToYuv& n) {
  const V16 start = hn::Set(D16(), static_cast<std::uint16_t>(n.black + 128));
  return hn::Add(hn::Add(start, part(r, n.y[0])), hn::Add(part(g, n.y[1]), part(b, n.y[2])));
}

HWY_INLINE void store_luma(const Colours& c, const ToYuv& n, std::uint8_t* y) {
  const V16 first = luma(even_high(c.r), even_high(c.g), even_high(c.b), n);
  const V16 second = luma(odd_high(c.r), odd_high(c.g), odd_high(c.b), n);
  hn::StoreU(hn::BitCast(D8(), hn::Or(hn::ShiftRight<8>(first), odd_high(second))), D8(), y);
}

// The mean of a block, times 256.
HWY_INLINE V16 mean(V16 top, V16 bottom) {
  return hn::ShiftLeft<6>(
      hn::Add(hn::Add(even(top), odd(top)), hn::Add(even(bottom), odd(bottom))));
}

HWY_INLINE void store_chroma(V16 more, V16 less, V16 less_too, std::uint8_t* to) {
  const DS16 d;
  const V16 value = hn::Sub(hn::Add(hn::Set(D16(), 128 * 256), more), hn::Add(less, less_too));
  const V16 rounded = hn::ShiftRight<8>(hn::SaturatedAdd(value, hn::Set(D16(), 128)));
  const hn::Half<D8> half;
  hn::StoreU(hn::DemoteTo(half, hn::BitCast(d, rounded)), half, to);
}

void convert_to_yuv(const PixelRows& rows, std::size_t width, const ToYuv& n) {
  const std::size_t lanes = hn::Lanes(D8());
  std::size_t x = 0;
  for (; x + lanes <= width; x += lanes) {
    const Colours top = load_pixels(rows.rgba[0] + (x * 4));
    const Colours bottom = load_pixels(rows.rgba[1] + (x * 4));
    store_luma(top, n, rows.y[0] + x);
    store_luma(bottom, n, rows.y[1] + x);
    const V16 r = mean(top.r, bottom.r);
    const V16 g = mean(top.g, bottom.g);
    const V16 b = mean(top.b, bottom.b);
    store_chroma(part(b, n.u[2]), part(r, n.u[0]), part(g, n.u[1]), rows.u + (x / 2));
    store_chroma(part(r, n.v[0]), part(g, n.v[1]), part(b, n.v[2]), rows.v + (x / 2));
  }
  tail_to_yuv(rows, x, width, n);
}

// A sample around 0, times 256.
HWY_INLINE VS16 load_chroma(const std::uint8_t* from) {
  const V16 value = hn::PromoteTo(D16(), hn::LoadU(hn::Half<D8>(), from));
  return hn::BitCast(DS16(), hn::Xor(hn::ShiftLeft<8>(value), hn::Set(D16(), 0x8000)));
}

HWY_INLINE VS16 signed_part(VS16 value, std::int16_t by) {
  return hn::MulHigh(value, hn::Set(DS16(), by));
}

// Both pixels of each pair as bytes again, from values times 32.
HWY_INLINE V8 as_bytes(VS16 first, VS16 second) {
  const DS16 d;
  const D16 du;
  const VS16 most = hn::Set(d, 255);
  const VS16 a = hn::Min(hn::Max(hn::ShiftRight<5>(first), hn::Zero(d)), most);
  const VS16 b = hn::Min(hn::Max(hn::ShiftRight<5>(second), hn::Zero(d)), most);
  return hn::BitCast(D8(), hn::Or(hn::BitCast(du, a), hn::ShiftLeft<8>(hn::BitCast(du, b))));
}

void convert_to_rgba(const YuvRow& row, std::size_t width, const FromYuv& n, std::uint8_t* rgba) {
  const DS16 d;
  const D16 du;
  const std::size_t lanes = hn::Lanes(D8());
  const VS16 start = hn::Set(d, static_cast<std::int16_t>(rounding - n.black));
  std::size_t x = 0;
  for (; x + lanes <= width; x += lanes) {
    const V16 pairs = hn::BitCast(du, hn::LoadU(D8(), row.y + x));
    const VS16 y0 = hn::Add(hn::BitCast(d, part(even_high(pairs), n.y)), start);
    const VS16 y1 = hn::Add(hn::BitCast(d, part(odd_high(pairs), n.y)), start);
    const VS16 u = load_chroma(row.u + (x / 2));
    const VS16 v = load_chroma(row.v + (x / 2));
    const VS16 red = signed_part(v, n.red_v);
    const VS16 green = hn::Add(signed_part(u, n.green_u), signed_part(v, n.green_v));
    const VS16 blue = signed_part(u, n.blue_u);
    hn::StoreInterleaved4(as_bytes(hn::Add(y0, red), hn::Add(y1, red)),
                          as_bytes(hn::Sub(y0, green), hn::Sub(y1, green)),
                          as_bytes(hn::Add(y0, blue), hn::Add(y1, blue)), hn::Set(D8(), 255), D8(),
                          rgba + (x * 4));
  }
  tail_to_rgba(row, x, width, n, rgba);
}

#else

void convert_to_yuv(const PixelRows& rows, std::size_t width, const ToYuv& n) {
  tail_to_yuv(rows, 0, width, n);
}

void convert_to_rgba(const YuvRow& row, std::size_t width, const FromYuv& n, std::uint8_t* rgba) {
  tail_to_rgba(row, 0, width, n, rgba);
}

#endif

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace dala::media::video
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dala::media::video {

HWY_EXPORT(convert_to_yuv);
HWY_EXPORT(convert_to_rgba);

namespace {

struct Matrix {
  double kr, kg, kb;  // how much of Y is red, green and blue
  double y, c;        // how far Y and the others go, of 255
  double black;
};

Matrix matrix_of(VideoColours colours) {
  const bool bt601 = colours.matrix == YuvMatrix::bt601;
  const double kr = bt601 ? 0.299 : 0.2126;
  const double kb = bt601 ? 0.114 : 0.0722;
  if (colours.full_range) return {kr, 1 - kr - kb, kb, 1, 1, 0};
  return {kr, 1 - kr - kb, kb, 219.0 / 255, 224.0 / 255, 16};
}

}  // namespace

ToYuv to_yuv(VideoColours colours) {
  const Matrix m = matrix_of(colours);
  const auto number = [](double value) {
    return static_cast<std::uint16_t>(std::lround(value * 65536));
  };
  const double u = m.c / (2 * (1 - m.kb));
  const double v = m.c / (2 * (1 - m.kr));
  return {.y = {number(m.y * m.kr), number(m.y * m.kg), number(m.y * m.kb)},
          .u = {number(u * m.kr), number(u * m.kg), number(u * (1 - m.kb))},
          .v = {number(v * (1 - m.kr)), number(v * m.kg), number(v * m.kb)},
          .black = static_cast<std::uint16_t>(m.black * 256)};
}

FromYuv from_yuv(VideoColours colours) {
  const Matrix m = matrix_of(colours);
  const auto number = [](double value) {
    return static_cast<std::int16_t>(std::lround(value * 8192));
  };
  const double u = 2 * (1 - m.kb) / m.c;
  const double v = 2 * (1 - m.kr) / m.c;
  return {.y = static_cast<std::uint16_t>(number(1 / m.y)),
          .red_v = number(v),
          .green_u = number(u * m.kb / m.kg),
          .green_v = number(v * m.kr / m.kg),
          .blue_u = number(u),
          .black = static_cast<std::int16_t>(std::lround(m.black / m.y * 32))};
}

void rows_to_yuv(const PixelRows& rows, std::size_t width, const ToYuv& numbers) {
  HWY_DYNAMIC_DISPATCH(convert_to_yuv)(rows, width, numbers);
}

void row_to_rgba(const YuvRow& row, std::size_t width, const FromYuv& numbers, std::uint8_t* rgba) {
  HWY_DYNAMIC_DISPATCH(convert_to_rgba)(row, width, numbers, rgba);
}

}  // namespace dala::media::video
#endif
