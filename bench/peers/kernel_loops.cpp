// Compiled by clang -O3 where clang is there; see bench/CMakeLists.txt.
#include "peers/kernel_loops.hpp"

#include <algorithm>

#ifndef DALA_LOOPS_FOR  // of the processor that they are compiled for, where it is not any
#define DALA_LOOPS_FOR ""
#endif

namespace dala::bench {

namespace {

constexpr float weights[25] = {1,  4, 6, 4,  1,  4,  16, 24, 16, 4, 6, 24, 36,
                               24, 6, 4, 16, 24, 16, 4,  1,  4,  6, 4, 1};

void saxpy(const float* __restrict x, const float* __restrict y, float* __restrict out, float a,
           std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) out[i] = a * x[i] + y[i];
}

std::uint8_t to_byte(float value) {
  return static_cast<std::uint8_t>(std::min(std::max(value, 0.0F), 255.0F));
}

void grade(const std::uint8_t* __restrict in, std::uint8_t* __restrict out, float gain, float lift,
           float mixing, std::size_t pixels) {
  for (std::size_t i = 0; i < pixels; ++i) {
    const float r = static_cast<float>(in[4 * i]) * gain + lift;
    const float g = static_cast<float>(in[4 * i + 1]) * gain + lift;
    const float b = static_cast<float>(in[4 * i + 2]) * gain + lift;
    const float grey = r * 0.299F + g * 0.587F + b * 0.114F;
    out[4 * i] = to_byte(r + (grey - r) * mixing);
    out[4 * i + 1] = to_byte(g + (grey - g) * mixing);
    out[4 * i + 2] = to_byte(b + (grey - b) * mixing);
    out[4 * i + 3] = in[4 * i + 3];
  }
}

float clamped_sum(const float* in, std::ptrdiff_t height, std::ptrdiff_t width, std::ptrdiff_t y,
                  std::ptrdiff_t x) {
  float sum = 0;
  for (std::ptrdiff_t dy = 0; dy < 5; ++dy)
    for (std::ptrdiff_t dx = 0; dx < 5; ++dx) {
      const std::ptrdiff_t row = std::clamp<std::ptrdiff_t>(y + dy - 2, 0, height - 1);
      const std::ptrdiff_t column = std::clamp<std::ptrdiff_t>(x + dx - 2, 0, width - 1);
      sum += in[row * width + column] * weights[dy * 5 + dx];
    }
  return sum * (1.0F / 256.0F);
}

void stencil(const float* __restrict in, float* __restrict out, std::ptrdiff_t height,
             std::ptrdiff_t width) {
  for (std::ptrdiff_t y = 0; y < height; ++y)
    for (std::ptrdiff_t x = 0; x < width; ++x)
      out[y * width + x] = clamped_sum(in, height, width, y, x);
}

void stencil_split(const float* __restrict in, float* __restrict out, std::ptrdiff_t height,
                   std::ptrdiff_t width) {
  for (std::ptrdiff_t y = 0; y < height; ++y) {
    const bool inner = y >= 2 && y < height - 2 && width > 4;
    const std::ptrdiff_t first = inner ? 2 : width;
    const std::ptrdiff_t last = inner ? width - 2 : width;
    for (std::ptrdiff_t x = 0; x < first; ++x)
      out[y * width + x] = clamped_sum(in, height, width, y, x);
    for (std::ptrdiff_t x = first; x < last; ++x) {
      float sum = 0;
      for (std::ptrdiff_t dy = 0; dy < 5; ++dy)
        for (std::ptrdiff_t dx = 0; dx < 5; ++dx)
          sum += in[(y + dy - 2) * width + x + dx - 2] * weights[dy * 5 + dx];
      out[y * width + x] = sum * (1.0F / 256.0F);
    }
    for (std::ptrdiff_t x = last; x < width; ++x)
      out[y * width + x] = clamped_sum(in, height, width, y, x);
  }
}

}  // namespace

#if defined(__clang__)
const KernelLoops kernel_loops = {"clang loop" DALA_LOOPS_FOR, saxpy, grade, stencil,
                                  stencil_split};
#else
const KernelLoops kernel_loops = {"gcc loop" DALA_LOOPS_FOR, saxpy, grade, stencil, stencil_split};
#endif

}  // namespace dala::bench
