// What a kernel is run with on host memory.
#pragma once

#include <chrono>
#include <cstdint>
#include <span>

#include <dala/kernel.hpp>
#include <dala/params.hpp>

namespace dala::kernel {

inline constexpr std::uint64_t default_step_limit = std::uint64_t{1} << 33U;
inline constexpr std::chrono::nanoseconds default_time_limit = std::chrono::seconds(60);

struct Launch {
  std::span<const HostTensor> inputs = {};   // in the order of the module's inputs
  std::span<const HostTensor> outputs = {};  // in the order of the module's outputs
  std::span<const ParamValue> params = {};   // in the order of Module::params
  // Statements, loop rounds and expressions executed, over all invocations, by the interpreter.
  std::uint64_t step_limit = default_step_limit;
  // Set by the interpreter when arithmetic gave a NaN, which not every device keeps to the rules
  // of.
  bool* met_nan = nullptr;
  // How long generated code may run.
  std::chrono::nanoseconds time_limit = default_time_limit;
};

}  // namespace dala::kernel
