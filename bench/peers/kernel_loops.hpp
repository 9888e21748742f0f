// The kernels of bench/kernels.cpp as plain C++ loops.
#pragma once

#include <cstddef>
#include <cstdint>

namespace dala::bench {

struct KernelLoops {
  const char* name;  // with the compiler that made them
  void (*saxpy)(const float* x, const float* y, float* out, float a, std::size_t count);
  void (*grade)(const std::uint8_t* in, std::uint8_t* out, float gain, float lift, float mixing,
                std::size_t pixels);
  // 5 x 5, edges repeated. The second handles the interior, without clamping, separately from the
  // edges.
  void (*stencil)(const float* in, float* out, std::ptrdiff_t height, std::ptrdiff_t width);
  void (*stencil_split)(const float* in, float* out, std::ptrdiff_t height, std::ptrdiff_t width);
};

extern const KernelLoops kernel_loops;

}  // namespace dala::bench
