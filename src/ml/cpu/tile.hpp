// The innermost part of a convolution: a few neighbouring pixels of one or two blocks of channels,
// kept in registers while one goes through all that is summed.
#pragma once

#include <cstddef>

#include "ml/graph/activation.hpp"

namespace dala::ml::cpu {

struct TileCall {
  const float* source = nullptr;      // of the first pixel, tap and channel
  std::size_t pixel_step = 0;         // floats from a pixel's source to the next one's
  const std::size_t* taps = nullptr;  // where each tap lies from the first
  std::size_t tap_count = 0;
  std::size_t block_step = 0;      // from 16 input channels to the next 16
  std::size_t channels = 0;        // of the input
  const float* weights = nullptr;  // {channels / 16, taps, 16, blocks * 16}
  const float* bias = nullptr;
  const float* addend = nullptr;  // laid out as the output, or null
  float* out = nullptr;
  std::size_t out_pixel_step = 16;
  std::size_t out_block_step = 0;
  const Epilogue* epilogue = nullptr;
};

struct TileLimits {
  std::size_t blocks;  // of output channels
  std::size_t pixels;
};

// Of this machine's vectors.
[[nodiscard]] TileLimits tile_limits();

// `blocks` and `pixels` from 1 to the limits.
void run_tile(const TileCall& call, std::size_t blocks, std::size_t pixels);

// A row of a convolution in which each channel has its own weights {taps, 16}.
struct DepthwiseRow {
  const float* source = nullptr;  // of the row's first pixel and tap, perhaps outside the picture
  std::size_t pixel_step = 0;
  std::size_t tap_row_step = 0;  // floats from a row of taps to the next
  std::size_t tap_step = 0;
  std::size_t first_tap_row = 0;  // those inside the picture
  std::size_t end_tap_row = 0;
  std::size_t kernel_width = 0;
  std::size_t width = 0;         // of the output
  std::size_t inside_begin = 0;  // pixels all of whose taps are inside
  std::size_t inside_end = 0;
  std::ptrdiff_t left = 0;  // column of the first pixel's first tap
  std::size_t stride = 1;   // columns
  std::size_t dilation = 1;
  std::size_t in_width = 0;
  const float* weights = nullptr;
  const float* bias = nullptr;
  const float* addend = nullptr;
  float* out = nullptr;
  const Epilogue* epilogue = nullptr;
};

void run_depthwise_row(const DepthwiseRow& row);

// On numbers in a row; `out` may be `in`.
void activate(const Activation& activation, const float* in, float* out, std::size_t count);

}  // namespace dala::ml::cpu
