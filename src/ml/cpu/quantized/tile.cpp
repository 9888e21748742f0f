#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ml/cpu/quantized/tile.cpp"
#include "core/simd.hpp"
// After the settings.
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#ifndef DALA_ML_QUANTIZED_TILE_ONCE
#define DALA_ML_QUANTIZED_TILE_ONCE
#include <algorithm>
#include <cstring>

#include "ml/cpu/quantized/tile.hpp"
#endif

#include "core/integer_tile-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace dala::ml::cpu {
namespace HWY_NAMESPACE {
namespace {

namespace tiles = integer_tile::HWY_NAMESPACE;
using tiles::lanes;
using tiles::SignedWords;
using tiles::Words;

typedef float Floats __attribute__((vector_size(tiles::vector_bytes)));  // NOLINT
typedef std::uint8_t Bytes __attribute__((vector_size(lanes)));          // NOLINT
typedef std::int8_t SignedBytes __attribute__((vector_size(lanes)));     // NOLINT

constexpr std::size_t strip = tiles::max_vectors * lanes;

HWY_INLINE Floats floats(float value) { return value - Floats{}; }

struct Requantize {
  explicit Requantize(const Requantization& how)
      : least(static_cast<float>(how.least - how.zero)),
        most(static_cast<float>(how.most - how.zero)),
        zero(static_cast<std::uint32_t>(how.zero)) {}

  // Bytes, each in the low bits of its word.
  HWY_INLINE Words operator()(Words sum, const float* scales) const {
    Floats scale;
    std::memcpy(&scale, scales, sizeof scale);
    return of(__builtin_convertvector(tiles::cast<SignedWords>(sum), Floats) * scale);
  }

  HWY_INLINE Words of(Floats x) const {
    constexpr float magic = 12582912;  // adding it leaves the rounded number in the low bits
    constexpr std::uint32_t magic_bits = 0x4B400000;
    // The ends are whole numbers, so this may come before rounding.
    x = x < floats(least) ? floats(least) : x;
    x = x > floats(most) ? floats(most) : x;
    return tiles::cast<Words>(x + magic) + (zero - magic_bits);
  }

  float least;
  float most;
  std::uint32_t zero;
};

// Writes the sums of a tile as bytes.
struct Finish {
  Requantize requantize;
  const float* scales;
  std::byte* out;
  std::size_t step;
  std::size_t channels;

  template <std::size_t rows, std::size_t vectors>
  HWY_INLINE void operator()(const Words (&sum)[rows][vectors]) const {
#pragma GCC unroll 16
    for (std::size_t r = 0; r < rows; ++r)
#pragma GCC unroll 16
      for (std::size_t v = 0; v < vectors; ++v) {
        const std::size_t first = v * lanes;
        const Bytes bytes = __builtin_convertvector(requantize(sum[r][v], scales + first), Bytes);
        std::byte* to = out + r * step + first;
        if (channels >= first + lanes)
          std::memcpy(to, &bytes, sizeof bytes);
        else if (channels > first)
          std::memcpy(to, &bytes, channels - first);
      }
  }
};

template <typename Way>
void run_pixels(const QuantizedPixels& call, std::size_t pixels) {
  const std::size_t vectors = (call.channels + lanes - 1) / lanes;
  tiles::Tile tile{.row_step = call.pixel_step,
                   .taps = call.taps,
                   .tap_count = call.tap_count,
                   .words = call.words,
                   .flip = call.flip,
                   .right = call.weights,
                   .right_step = strip * sizeof(std::uint32_t),
                   .bias = call.bias};
  Finish finish{.requantize = Requantize(call.requantization),
                .scales = call.requantization.scales,
                .out = nullptr,
                .step = call.out_step,
                .channels = call.channels};
  // Of nearly equal widths, since a narrow tile costs as much as a wide one.
  const std::size_t most = tiles::most_rows(vectors);
  const std::size_t count = (pixels + most - 1) / most;
  for (std::size_t t = 0; t < count; ++t) {
    const std::size_t first = t * pixels / count;
    tile.left = call.source + first * call.pixel_step;
    finish.out = call.out + first * call.out_step;
    tiles::run_tile<Way>(tile, (t + 1) * pixels / count - first, vectors, finish);
  }
}

// Four taps of the channels 4 l to 4 l + 3 in each lane l become four words of a channel each.
HWY_INLINE void transpose(const Words (&tap)[4], Words (&channel)[4]) {
  constexpr std::uint32_t low = 0x0000FFFF;
  constexpr std::uint32_t even = 0x00FF00FF;
  const Words even_low = (tap[0] & low) | (tap[2] << 16U);
  const Words even_high = (tap[0] >> 16U) | (tap[2] & ~low);
  const Words odd_low = (tap[1] & low) | (tap[3] << 16U);
  const Words odd_high = (tap[1] >> 16U) | (tap[3] & ~low);
  channel[0] = (even_low & even) | (odd_low & even) << 8U;
  channel[1] = (even_low >> 8U & even) | (odd_low & ~even);
  channel[2] = (even_high & even) | (odd_high & even) << 8U;
  channel[3] = (even_high >> 8U & even) | (odd_high & ~even);
}

constexpr std::size_t four = 4;  // words for the channels of a lane
constexpr std::size_t chunk = tiles::vector_bytes;
static_assert(chunk == four * lanes);

// Pixels next to each other of one chunk, whose columns of taps have been put into words. Weights
// of `known` columns stay in registers.
template <typename Way, std::size_t known>
void depthwise_pixels(const QuantizedDepthwise& call, const Requantize& requantize,
                      const std::byte* columns, std::size_t count_columns, std::size_t first,
                      const std::byte* weights, std::byte* out, std::size_t pixels) {
  const std::size_t written = std::min(chunk, call.channels - first);
  const float* scales = call.requantization.scales + first;
  Words held[known * four + 1];
  for (std::size_t i = 0; i < known * four; ++i) held[i] = tiles::load(weights + i * chunk);
  for (std::size_t p = 0; p < pixels; ++p, out += call.pixel) {
    Words sum[four];
    for (std::size_t i = 0; i < four; ++i) sum[i] = tiles::load(call.bias + first + i * lanes);
    const std::byte* at = columns + p * call.stride * four * chunk;
    if constexpr (known != 0) {
#pragma GCC unroll 4
      for (std::size_t k = 0; k < known; ++k)
#pragma GCC unroll 4
        for (std::size_t i = 0; i < four; ++i)
          Way::add(sum[i], tiles::load(at + (k * call.dilation * four + i) * chunk),
                   held[k * four + i]);
    } else {
      const std::byte* weight = weights;
      for (std::size_t g = 0; g < call.row_count / four; ++g)
        for (std::size_t k = 0; k < call.columns; ++k)
          for (std::size_t i = 0; i < four; ++i, weight += chunk)
            Way::add(sum[i],
                     tiles::load(at + ((g * count_columns + k * call.dilation) * four + i) * chunk),
                     tiles::load(weight));
    }
    Words bytes{};
#pragma GCC unroll 4
    for (std::size_t i = 0; i < four; ++i)
      bytes |= (requantize(sum[i], scales + i * lanes) & 0xFFU) << static_cast<unsigned>(8 * i);
    if (written == chunk)
      tiles::store(bytes, out + first);
    else
      std::memcpy(out + first, &bytes, written);
  }
}

// Columns of taps are put into words once, and used by all pixels that have them in their windows.
template <typename Way>
void run_depthwise(const QuantizedDepthwise& call, std::size_t pixels) {
  const Requantize requantize(call.requantization);
  const Words flip = tiles::all(call.flip);
  const std::size_t groups = call.row_count / four;
  const std::size_t reach = (call.columns - 1) * call.dilation + 1;
  const std::size_t most = (depthwise_columns / groups - reach) / call.stride + 1;
  const std::size_t weights = groups * call.columns * four * chunk;  // bytes
  alignas(64) std::byte words[depthwise_columns * four * chunk];
  for (std::size_t x = 0; x < pixels; x += most) {
    const std::size_t count = std::min(most, pixels - x);
    const std::size_t columns = (count - 1) * call.stride + reach;
    const std::byte* source = call.source + x * call.stride * call.pixel;
    std::byte* out = call.out + x * call.pixel;
    const std::byte* factors = call.weights;
    for (std::size_t first = 0; first < call.channels; first += chunk, factors += weights) {
      std::byte* to = words;
      for (std::size_t g = 0; g < groups; ++g) {
        const std::size_t* rows = call.rows + g * four;
        for (std::size_t column = 0; column < columns; ++column, to += four * chunk) {
          const std::byte* from = source + column * call.pixel + first;
          Words tap[four];
          for (std::size_t i = 0; i < four; ++i) tap[i] = tiles::load(from + rows[i]) ^ flip;
          Words channel[four];
          transpose(tap, channel);
          for (std::size_t i = 0; i < four; ++i) tiles::store(channel[i], to + i * chunk);
        }
      }
      if (groups == 1 && call.columns == 3)
        depthwise_pixels<Way, 3>(call, requantize, words, columns, first, factors, out, count);
      else
        depthwise_pixels<Way, 0>(call, requantize, words, columns, first, factors, out, count);
    }
  }
}

Requantization range_of(std::int32_t zero, bool is_signed) {
  return {.zero = zero, .least = is_signed ? -128 : 0, .most = is_signed ? 127 : 255};
}

// The numbers that bytes stand for.
template <typename Numbers>
HWY_INLINE Floats numbers(const std::byte* from, const Level& level) {
  Numbers bytes;
  std::memcpy(&bytes, from, sizeof bytes);
  const SignedWords words = __builtin_convertvector(bytes, SignedWords) - level.zero;
  return __builtin_convertvector(words, Floats) * level.scale;
}

// Products and sums are rounded one by one, for which this file is compiled.
template <typename Numbers>
void run_sum(const QuantizedSum& call, std::size_t count) {
  const bool is_signed = call.is_signed;
  const Requantize requantize(
      {.zero = call.out_level.zero, .least = is_signed ? -128 : 0, .most = is_signed ? 127 : 255});
  if (count < lanes) {
    std::byte a[lanes] = {};
    std::byte b[lanes] = {};
    std::byte out[lanes];
    std::memcpy(a, call.a, count);
    std::memcpy(b, call.b, count);
    QuantizedSum whole = call;
    whole.a = a;
    whole.b = b;
    whole.out = out;
    run_sum<Numbers>(whole, lanes);
    std::memcpy(call.out, out, count);
    return;
  }
  for (std::size_t i = 0; i < count; i += lanes) {
    const std::size_t first = std::min(i, count - lanes);  // the last vector may overlap
    const Floats sum = numbers<Numbers>(call.a + first, call.a_level) +
                       numbers<Numbers>(call.b + first, call.b_level);
    const Bytes bytes = __builtin_convertvector(requantize.of(sum / call.out_level.scale), Bytes);
    std::memcpy(call.out + first, &bytes, sizeof bytes);
  }
}

template <typename Numbers>
void run_numbers(const std::byte* in, const Level& level, float* out, std::size_t count) {
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    const Floats made = numbers<Numbers>(in + i, level);
    std::memcpy(out + i, &made, sizeof made);
  }
  if (i == count) return;
  std::byte some[lanes] = {};
  std::memcpy(some, in + i, count - i);
  const Floats made = numbers<Numbers>(some, level);
  std::memcpy(out + i, &made, (count - i) * sizeof(float));
}

HWY_INLINE Bytes bytes_of(const Requantize& requantize, const float* in, float scale) {
  Floats x;
  std::memcpy(&x, in, sizeof x);
  x /= scale;
  return __builtin_convertvector(requantize.of(x == x ? x : Floats{}), Bytes);
}

}  // namespace

void run_quantize(const float* in, const Level& level, bool is_signed, std::byte* out,
                  std::size_t count) {
  const Requantize requantize(range_of(level.zero, is_signed));
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    const Bytes bytes = bytes_of(requantize, in + i, level.scale);
    std::memcpy(out + i, &bytes, sizeof bytes);
  }
  if (i == count) return;
  float some[lanes] = {};
  std::memcpy(some, in + i, (count - i) * sizeof(float));
  const Bytes bytes = bytes_of(requantize, some, level.scale);
  std::memcpy(out + i, &bytes, count - i);
}

void run_dequantize(const std::byte* in, const Level& level, bool is_signed, float* out,
                    std::size_t count) {
  is_signed ? run_numbers<SignedBytes>(in, level, out, count)
            : run_numbers<Bytes>(in, level, out, count);
}

void run_quantized_sum(const QuantizedSum& call, std::size_t count) {
  call.is_signed ? run_sum<SignedBytes>(call, count) : run_sum<Bytes>(call, count);
}

QuantizedLimits quantized_limits() {
  return {.strip = strip, .pixels = tiles::max_rows, .chunk = chunk};
}

void run_quantized_pixels(const QuantizedPixels& call, std::size_t pixels) {
  tiles::Dot::works() ? run_pixels<tiles::Dot>(call, pixels)
                      : run_pixels<tiles::Split>(call, pixels);
}

void run_quantized_depthwise(const QuantizedDepthwise& call, std::size_t pixels) {
  tiles::Dot::works() ? run_depthwise<tiles::Dot>(call, pixels)
                      : run_depthwise<tiles::Split>(call, pixels);
}

}  // namespace HWY_NAMESPACE
}  // namespace dala::ml::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dala::ml::cpu {

HWY_EXPORT(quantized_limits);
HWY_EXPORT(run_quantized_pixels);
HWY_EXPORT(run_quantized_depthwise);
HWY_EXPORT(run_quantized_sum);
HWY_EXPORT(run_quantize);
HWY_EXPORT(run_dequantize);

QuantizedLimits quantized_limits() { return HWY_DYNAMIC_DISPATCH(quantized_limits)(); }

void run_quantized_pixels(const QuantizedPixels& call, std::size_t pixels) {
  HWY_DYNAMIC_DISPATCH(run_quantized_pixels)(call, pixels);
}

void run_quantized_depthwise(const QuantizedDepthwise& call, std::size_t pixels) {
  HWY_DYNAMIC_DISPATCH(run_quantized_depthwise)(call, pixels);
}

void run_quantized_sum(const QuantizedSum& call, std::size_t count) {
  HWY_DYNAMIC_DISPATCH(run_quantized_sum)(call, count);
}

void run_quantize(const float* in, const Level& level, bool is_signed, std::byte* out,
                  std::size_t count) {
  HWY_DYNAMIC_DISPATCH(run_quantize)(in, level, is_signed, out, count);
}

void run_dequantize(const std::byte* in, const Level& level, bool is_signed, float* out,
                    std::size_t count) {
  HWY_DYNAMIC_DISPATCH(run_dequantize)(in, level, is_signed, out, count);
}

}  // namespace dala::ml::cpu
#endif
