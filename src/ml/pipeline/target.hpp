// What a pipeline of a model is made for.
#pragma once

#include <cstdint>

#include <dala/ml.hpp>

namespace dala::ml {

// How many invocations a device wants before one may do the work of several.
inline constexpr std::int64_t enough_for_gpu = 16384;
inline constexpr std::int64_t enough_for_software = 64;

struct Target {
  std::int64_t enough = enough_for_gpu;
  bool cuda = false;  // kernels written for CUDA by hand may take the place of texts
  Precision precision = Precision::f32;
};

}  // namespace dala::ml
