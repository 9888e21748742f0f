// What a pipeline of a model is made for.
#pragma once

#include <cstdint>

#include <dala/ml.hpp>

namespace dala::ml {

// How many invocations a device wants before one may do the work of several.
inline constexpr std::int64_t enough_for_gpu = 16384;
inline constexpr std::int64_t enough_for_software = 64;

// Tensor cores that multiply TF32, and halves by 16.
inline constexpr int oldest_with_tensor_cores = 80;

// Convolutions that one kernel could do: always for tests, which have small ones.
enum class Joining : std::uint8_t { where_it_pays, always };

struct Target {
  std::int64_t enough = enough_for_gpu;
  bool cuda = false;    // kernels written for CUDA by hand may take the place of texts
  int capability = 90;  // of the device for CUDA: 90 for 9.0
  Precision precision = Precision::f32;
  Joining joining = Joining::where_it_pays;
  std::chrono::nanoseconds time_limit = ModelOptions{}.time_limit;  // of what the host runs
};

// What an NVIDIA GPU says of itself; 0 for others.
[[nodiscard]] int capability_of(const DeviceInfo& device);

}  // namespace dala::ml
