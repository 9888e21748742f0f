// The reference interpreter: what a kernel means, executed on host memory.
//
// It is the oracle that generated code is compared with, and the way kernels run where generated
// code is not allowed. It is simple rather than fast.
//
// The units of a cube run in lock step: each statement is executed for every unit that is active
// before the next one begins, and a branch or loop runs its body with the units that took it. So at
// a `sync` all units are there by construction, and no unit needs a stack of its own. Where there
// are no cubes, invocations go in groups of 64 by the same code. Within a statement the units go in
// the order of their numbers, which makes every result repeatable, races included.
#pragma once

#include <cstdint>
#include <span>

#include <dala/error.hpp>
#include <dala/kernel.hpp>
#include <dala/params.hpp>

#include "kernel/ir/ir.hpp"

namespace dala::kernel {

inline constexpr std::uint64_t default_step_limit = std::uint64_t{1} << 33U;

struct Launch {
  std::span<const HostTensor> inputs = {};   // in the order of the module's inputs
  std::span<const HostTensor> outputs = {};  // in the order of the module's outputs
  std::span<const ParamValue> params = {};   // in the order of Module::params
  // Statements, loop rounds and expressions executed, over all invocations.
  std::uint64_t step_limit = default_step_limit;
};

// Checks everything about the launch first; nothing is written when that fails. When the step limit
// is passed (kernel_failed) the outputs are left as far as they were written.
[[nodiscard]] Result<void> interpret(const ir::Module& module, const Launch& launch) noexcept;

}  // namespace dala::kernel
