// Drivers that end loops by themselves. Mesa's llvmpipe does, after 65535 rounds of all loops of a
// shader together, and goes on as if they were done.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "backend/device.hpp"
#include "backend/gles/context/gl_thread.hpp"
#include "kernel/ir/ir.hpp"

namespace dala::backend::gles {

// How many rounds a shader's loops may take here; kernel::endless where the driver ends none. Found
// by running one, once in a process for each driver.
[[nodiscard]] std::int64_t loop_limit(GlThread& thread);

// Upper bounds of the loop iterations of one invocation, by call. One thread at a time.
class CallRounds {
 public:
  explicit CallRounds(const kernel::ir::Module& module);
  [[nodiscard]] std::int64_t of(const KernelCall& call);

 private:
  const kernel::ir::Module& module_;
  std::int64_t of_all_calls_;
  // Of the last call, since most calls are like the one before.
  std::vector<Shape> shapes_;
  std::vector<std::uint64_t> params_;
  std::int64_t of_last_ = -1;
};

// No driver ends a loop of so few iterations.
inline constexpr std::int64_t unlimited_rounds = 4096;

// Why a call with so many iterations cannot run on this driver; empty where it can.
[[nodiscard]] std::string rejection_of_rounds(std::int64_t rounds, GlThread& thread);

}  // namespace dala::backend::gles
