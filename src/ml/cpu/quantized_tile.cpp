#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ml/cpu/quantized_tile.cpp"
#include "core/simd.hpp"
// After the settings.
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#ifndef DALA_ML_QUANTIZED_TILE_ONCE
#define DALA_ML_QUANTIZED_TILE_ONCE
#include <algorithm>
#include <cstring>

#include "ml/cpu/quantized_tile.hpp"
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

constexpr std::size_t strip = tiles::max_vectors * lanes;

HWY_INLINE Floats floats(float value) { return value - Floats{}; }

struct Requantize {
  explicit Requantize(const Requantization& how)
      : least(static_cast<float>(how.least - how.zero)),
        most(static_cast<float>(how.most - how.zero)),
        zero(static_cast<std::uint32_t>(how.zero)) {}

  // Bytes, each in the low bits of its word.
  HWY_INLINE Words operator()(Words sum, const float* scales) const {
    constexpr float magic = 12582912;  // adding it leaves the rounded number in the low bits
    constexpr std::uint32_t magic_bits = 0x4B400000;
    Floats scale;
    std::memcpy(&scale, scales, sizeof scale);
    Floats x = __builtin_convertvector(tiles::cast<SignedWords>(sum), Floats) * scale;
    x = x == x ? x : Floats{};
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

template <typename Way>
void run_depthwise(const QuantizedDepthwise& call, std::size_t pixels) {
  constexpr std::size_t chunk = tiles::vector_bytes;
  constexpr std::size_t four = 4;
  const Requantize requantize(call.requantization);
  const Words flip = tiles::all(call.flip);
  const std::byte* weights = call.weights;
  for (std::size_t first = 0; first < call.channels; first += chunk) {
    const std::size_t written = std::min(chunk, call.channels - first);
    const float* scales = call.requantization.scales + first;
    for (std::size_t p = 0; p < pixels; ++p) {
      const std::byte* source = call.source + p * call.pixel_step + first;
      const std::byte* factors = weights;
      Words sum[four];
      for (std::size_t i = 0; i < four; ++i) sum[i] = tiles::load(call.bias + first + i * lanes);
      for (std::size_t t = 0; t < call.tap_count; t += four) {
        Words tap[four];
        for (std::size_t i = 0; i < four; ++i)
          tap[i] = tiles::load(source + call.taps[t + i]) ^ flip;
        Words channel[four];
        transpose(tap, channel);
        for (std::size_t i = 0; i < four; ++i, factors += chunk)
          Way::add(sum[i], channel[i], tiles::load(factors));
      }
      Words bytes{};
      for (std::size_t i = 0; i < four; ++i)
        bytes |= (requantize(sum[i], scales + i * lanes) & 0xFFU) << static_cast<unsigned>(8 * i);
      std::byte* to = call.out + p * call.out_step + first;
      if (written == chunk)
        tiles::store(bytes, to);
      else
        std::memcpy(to, &bytes, written);
    }
    weights += call.tap_count * chunk;
  }
}

}  // namespace

QuantizedLimits quantized_limits() {
  return {.strip = strip, .pixels = tiles::max_rows, .chunk = tiles::vector_bytes};
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

QuantizedLimits quantized_limits() { return HWY_DYNAMIC_DISPATCH(quantized_limits)(); }

void run_quantized_pixels(const QuantizedPixels& call, std::size_t pixels) {
  HWY_DYNAMIC_DISPATCH(run_quantized_pixels)(call, pixels);
}

void run_quantized_depthwise(const QuantizedDepthwise& call, std::size_t pixels) {
  HWY_DYNAMIC_DISPATCH(run_quantized_depthwise)(call, pixels);
}

}  // namespace dala::ml::cpu
#endif
