#include "peers/divergent_loops.hpp"

#ifndef DALA_LOOPS_FOR  // of the processor that they are compiled for, where it is not any
#define DALA_LOOPS_FOR ""
#endif

namespace dala::bench {
namespace {

std::int32_t rounds_of_point(float cx, float cy, std::int32_t limit) {
  float x = 0;
  float y = 0;
  std::int32_t n = 0;
  while (n < limit && x * x + y * y <= 4.0F) {
    const float next = x * x - y * y + cx;
    y = 2.0F * x * y + cy;
    x = next;
    ++n;
  }
  return n;
}

// Rows take very different times, so threads take them as they can.
void mandelbrot(std::int32_t* out, std::ptrdiff_t height, std::ptrdiff_t width, std::int32_t limit,
                unsigned threads) {
#pragma omp parallel for num_threads(threads) schedule(dynamic, 4)
  for (std::ptrdiff_t row = 0; row < height; ++row)
    for (std::ptrdiff_t column = 0; column < width; ++column) {
      const float cx = static_cast<float>(column) * (3.5F / 1920.0F) - 2.5F;
      const float cy = static_cast<float>(row) * (2.0F / 1080.0F) - 1.0F;
      out[row * width + column] = rounds_of_point(cx, cy, limit);
    }
}

void logistic(const float* __restrict rates, float* __restrict out, std::ptrdiff_t count,
              unsigned threads) {
#pragma omp parallel for num_threads(threads) schedule(static)
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    float x = 0.5F;
    for (int k = 0; k < 1000; ++k) x = rates[i] * x * (1.0F - x);
    out[i] = x;
  }
}

}  // namespace

const DivergentLoops divergent_loops = {"gcc loop, OpenMP" DALA_LOOPS_FOR, mandelbrot, logistic};

}  // namespace dala::bench
