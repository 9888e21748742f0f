#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ml/cpu/tile.cpp"
#include "core/simd.hpp"
// After the settings.
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#ifndef DALA_ML_TILE_ONCE
#define DALA_ML_TILE_ONCE
#include <algorithm>
#include <array>
#include <utility>

#include "ml/cpu/layout/blocks.hpp"
#include "ml/cpu/tile.hpp"
#endif

#include "ml/cpu/vectors-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace dala::ml::cpu {
namespace HWY_NAMESPACE {
namespace {

// As many accumulators as there are registers, less a few for weights and the pixel.
constexpr std::size_t max_blocks = vector_bytes == 64 ? 2 : 1;
constexpr std::size_t max_pixels = vector_bytes == 64 ? 14 : vector_bytes == 32 ? 6 : 2;

HWY_INLINE void apply(const Epilogue& how, const float* addend, Vector sum, float* out) {
  sum = activated(how.before, sum);
  if (addend != nullptr) sum += load(addend);
  store(activated(how.after, sum), out);
}

// Pixel strides that are compile-time constants, because there are no registers for the addresses
// of 14 pixels: stride 1, stride 2, and stride 2 with three channels, as in the first layer of most
// models. 0 stands for any other stride.
constexpr std::array<std::size_t, 4> known_steps = {0, block, 2 * block, 6};

template <std::size_t blocks, std::size_t pixels, std::size_t known_step>
void tile(const TileCall& call) {
  const std::size_t pixel_step = known_step != 0 ? known_step : call.pixel_step;
  constexpr std::size_t wide = blocks * per_block;  // vectors of weights for an input channel
  Vector sums[pixels][wide];
  for (std::size_t v = 0; v < wide; ++v) {
    const Vector bias = load(call.bias + v * lanes);
    for (std::size_t p = 0; p < pixels; ++p) sums[p][v] = bias;
  }
  const float* weights = call.weights;
  const float* source = call.source;
  for (std::size_t first = 0; first < call.channels; first += block, source += call.block_step) {
    const std::size_t count = std::min(block, call.channels - first);
    for (std::size_t t = 0; t < call.tap_count; ++t, weights += block * wide * lanes) {
      const float* at = source + call.taps[t];
      const float* factors = weights;
      for (std::size_t c = 0; c < count; ++c, factors += wide * lanes) {
        Vector factor[wide];
        for (std::size_t v = 0; v < wide; ++v) factor[v] = load(factors + v * lanes);
        for (std::size_t p = 0; p < pixels; ++p) {
          const Vector x = all(at[p * pixel_step + c]);
          for (std::size_t v = 0; v < wide; ++v) sums[p][v] += factor[v] * x;
        }
      }
    }
  }
  for (std::size_t b = 0; b < blocks; ++b)
    for (std::size_t p = 0; p < pixels; ++p)
      for (std::size_t v = 0; v < per_block; ++v) {
        const std::size_t offset = b * call.out_block_step + p * call.out_pixel_step + v * lanes;
        apply(*call.epilogue, call.addend == nullptr ? nullptr : call.addend + offset,
              sums[p][b * per_block + v], call.out + offset);
      }
}

using TileFunction = void (*)(const TileCall& call);

using TileFunctions = std::array<TileFunction, max_pixels>;

template <std::size_t blocks, std::size_t known_step, std::size_t... pixels>
constexpr TileFunctions of_lengths(std::index_sequence<pixels...> /*less one*/) {
  return {tile<blocks, pixels + 1, known_step>...};
}

template <std::size_t blocks, std::size_t... step>
constexpr std::array<TileFunctions, sizeof...(step)> of_steps(std::index_sequence<step...> /**/) {
  return {of_lengths<blocks, known_steps[step]>(std::make_index_sequence<max_pixels>())...};
}

template <std::size_t pixels>
HWY_INLINE void depthwise(const DepthwiseRow& row, std::size_t x, std::size_t first_tap,
                          std::size_t end_tap) {
  for (std::size_t v = 0; v < per_block; ++v) {
    Vector sums[pixels];
    for (std::size_t p = 0; p < pixels; ++p) sums[p] = load(row.bias + v * lanes);
    for (std::size_t ky = row.first_tap_row; ky < row.end_tap_row; ++ky) {
      const float* line = row.source + x * row.pixel_step + ky * row.tap_row_step + v * lanes;
      const float* weights = row.weights + ky * row.kernel_width * block + v * lanes;
      for (std::size_t kx = first_tap; kx < end_tap; ++kx) {
        const Vector weight = load(weights + kx * block);
        const float* at = line + kx * row.tap_step;
        for (std::size_t p = 0; p < pixels; ++p) sums[p] += weight * load(at + p * row.pixel_step);
      }
    }
    for (std::size_t p = 0; p < pixels; ++p) {
      const std::size_t offset = (x + p) * block + v * lanes;
      apply(*row.epilogue, row.addend == nullptr ? nullptr : row.addend + offset, sums[p],
            row.out + offset);
    }
  }
}

// A pixel some of whose taps are outside.
void edge_pixel(const DepthwiseRow& row, std::size_t x) {
  const std::ptrdiff_t column = row.left + static_cast<std::ptrdiff_t>(x * row.stride);
  std::size_t first = 0;
  while (first < row.kernel_width && column + static_cast<std::ptrdiff_t>(first * row.dilation) < 0)
    ++first;
  std::size_t end = first;
  while (end < row.kernel_width && column + static_cast<std::ptrdiff_t>(end * row.dilation) <
                                       static_cast<std::ptrdiff_t>(row.in_width))
    ++end;
  depthwise<1>(row, x, first, end);
}

}  // namespace

void run_tile(const TileCall& call, std::size_t blocks, std::size_t pixels) {
  using Steps = std::make_index_sequence<known_steps.size()>;
  static constexpr auto one = of_steps<1>(Steps());
  static constexpr auto two = of_steps<max_blocks>(Steps());
  std::size_t step = known_steps.size() - 1;
  while (step > 0 && known_steps[step] != call.pixel_step) --step;
  (blocks == 1 ? one : two)[step][pixels - 1](call);
}

TileLimits tile_limits() { return {max_blocks, max_pixels}; }

void run_depthwise_row(const DepthwiseRow& row) {
  constexpr std::size_t together = 8;
  std::size_t x = 0;
  for (; x < row.inside_begin; ++x) edge_pixel(row, x);
  for (; x + together <= row.inside_end; x += together)
    depthwise<together>(row, x, 0, row.kernel_width);
  for (; x < row.inside_end; ++x) depthwise<1>(row, x, 0, row.kernel_width);
  for (; x < row.width; ++x) edge_pixel(row, x);
}

void activate_row(const Activation& activation, const float* in, float* out, std::size_t count) {
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) store(activated(activation, load(in + i)), out + i);
  if (i == count) return;
  float rest[lanes] = {};
  std::memcpy(rest, in + i, (count - i) * sizeof(float));
  store(activated(activation, load(rest)), rest);
  std::memcpy(out + i, rest, (count - i) * sizeof(float));
}

}  // namespace HWY_NAMESPACE
}  // namespace dala::ml::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dala::ml::cpu {

HWY_EXPORT(run_tile);
HWY_EXPORT(tile_limits);
HWY_EXPORT(run_depthwise_row);
HWY_EXPORT(activate_row);

void run_tile(const TileCall& call, std::size_t blocks, std::size_t pixels) {
  HWY_DYNAMIC_DISPATCH(run_tile)(call, blocks, pixels);
}

TileLimits tile_limits() { return HWY_DYNAMIC_DISPATCH(tile_limits)(); }

void run_depthwise_row(const DepthwiseRow& row) { HWY_DYNAMIC_DISPATCH(run_depthwise_row)(row); }

void activate(const Activation& activation, const float* in, float* out, std::size_t count) {
  HWY_DYNAMIC_DISPATCH(activate_row)(activation, in, out, count);
}

}  // namespace dala::ml::cpu
#endif
