// The kernels of bench/divergent_kernels.cpp as plain loops with OpenMP, compiled by the compiler
// of the project with -O3 -march=native.
#pragma once

#include <cstddef>
#include <cstdint>

namespace dala::bench {

struct DivergentLoops {
  const char* name;
  // Rounds until a point leaves the circle, at most `limit`.
  void (*mandelbrot)(std::int32_t* out, std::ptrdiff_t height, std::ptrdiff_t width,
                     std::int32_t limit, unsigned threads);
  // A thousand rounds of r x (1 - x) for each r.
  void (*logistic)(const float* rates, float* out, std::ptrdiff_t count, unsigned threads);
};

extern const DivergentLoops divergent_loops;

}  // namespace dala::bench
