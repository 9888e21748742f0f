// The loops a C++ programmer would write, compiled with -O3 -march=native: what element-wise
// kernels are measured against.
#pragma once

#include <cstddef>

namespace dala::bench {

struct PlainLoops {
  const char* name;
  void (*add)(const float* a, const float* b, float* out, std::size_t count, unsigned threads);
  void (*relu)(const float* in, float* out, std::size_t count, unsigned threads);
};

// With the compiler's own choice of vectors, and with the widest.
extern const PlainLoops plain_loops;
extern const PlainLoops plain_loops_wide;

}  // namespace dala::bench
