// What a pipeline of a model is made for.
#pragma once

#include <cstdint>

#include <dala/core/device.hpp>
#include <dala/ml.hpp>

namespace dala::ml {

// How many invocations a device wants before one may do the work of several.
inline constexpr std::int64_t enough_for_gpu = 16384;
inline constexpr std::int64_t enough_for_software = 64;

// Convolutions that one kernel could do: always for tests, which have small ones.
enum class Joining : std::uint8_t { where_it_pays, always };

struct Target {
  std::int64_t enough = enough_for_gpu;
  Capabilities device = {};
  Precision precision = Precision::f32;
  Joining joining = Joining::where_it_pays;
  std::chrono::nanoseconds time_limit = ModelOptions{}.time_limit;  // of what the host runs
};

}  // namespace dala::ml
