// What a kernel is run with on host memory.
#pragma once

#include <chrono>
#include <cstdint>
#include <span>
#include <string>

#include <dala/core/kernel_info.hpp>
#include <dala/core/params.hpp>

#include "core/error.hpp"
#include "core/threads/stop.hpp"

namespace dala::kernel {

inline constexpr std::uint64_t default_step_limit = std::uint64_t{1} << 33U;
inline constexpr std::chrono::nanoseconds default_time_limit = std::chrono::seconds(60);

struct HostLaunch {
  std::span<const HostTensor> inputs = {};   // in the order of the module's inputs
  std::span<const HostTensor> outputs = {};  // in the order of the module's outputs
  std::span<const ParamValue> params = {};   // in the order of Module::params
  // Statements, loop rounds and expressions executed, over all invocations, by the interpreter.
  std::uint64_t step_limit = default_step_limit;
  // Set by the interpreter when arithmetic gave a NaN, which not every device keeps to the rules
  // of.
  bool* met_nan = nullptr;
  // The same for numbers below the least normal one, wherever they come from, which some devices
  // take for zero.
  bool* met_denormal = nullptr;
  // Where the interpreter writes what the kernel prints (prints.hpp); empty: nowhere.
  std::span<std::uint32_t> prints = {};
  // How long it may run.
  std::chrono::nanoseconds time_limit = default_time_limit;
  // Set by somebody else while it runs: it is to end now.
  const StopFlag* stop = nullptr;
};

using Clock = std::chrono::steady_clock;

// When a launch that begins now has to end.
[[nodiscard]] inline Clock::time_point deadline_of(const HostLaunch& launch) {
  const Clock::time_point now = Clock::now();
  if (launch.time_limit > Clock::time_point::max() - now) return Clock::time_point::max();
  return now + launch.time_limit;
}

[[nodiscard]] inline std::unexpected<Error> past_time_limit(const std::string& kernel,
                                                            std::chrono::nanoseconds limit) {
  return fail(ErrorCode::kernel_failed,
              "kernel `{}` was stopped after {} ms, the limit set by the host", kernel,
              std::chrono::duration<double, std::milli>(limit).count());
}

}  // namespace dala::kernel
