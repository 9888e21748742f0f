// The device and options that a model's pipeline is made for.
#pragma once

#include <cstdint>

#include <dala/core/device.hpp>
#include <dala/ml.hpp>

namespace dala::ml {

// How many invocations keep a device busy; only with more may one invocation compute several
// outputs.
inline constexpr std::int64_t enough_for_gpu = 16384;
inline constexpr std::int64_t enough_for_software = 64;

// When several convolutions are fused into one kernel; `always` is for tests, whose convolutions
// are small.
enum class Fusing : std::uint8_t { where_it_pays, always };

struct Target {
  std::int64_t enough = enough_for_gpu;
  Capabilities device = {};
  Precision precision = Precision::f32;
  Fusing fusing = Fusing::where_it_pays;
  std::chrono::nanoseconds time_limit = ModelOptions{}.time_limit;  // of what the host runs
};

}  // namespace dala::ml
