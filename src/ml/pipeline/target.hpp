// What a pipeline of a model is made for.
#pragma once

#include <cstdint>

#include <dala/core/device.hpp>
#include <dala/ml.hpp>

namespace dala::ml {

// How many invocations a device wants before one may do the work of several.
inline constexpr std::int64_t enough_for_gpu = 16384;
inline constexpr std::int64_t enough_for_software = 64;

struct Target {
  std::int64_t enough = enough_for_gpu;
  Capabilities device = {};
  Precision precision = Precision::f32;
  bool prefers_variants = false;  // of runs of stages, whatever they cost: tests have small models
  std::chrono::nanoseconds time_limit = ModelOptions{}.time_limit;  // of what the host runs
};

}  // namespace dala::ml
