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

#include <dala/core/error.hpp>

#include "kernel/ir/ir.hpp"
#include "kernel/launch/host_launch.hpp"

namespace dala::kernel {

// The launch fits the kernel (launch/check.hpp). When the step or time limit is passed
// (kernel_failed) the outputs are left as far as they were written.
[[nodiscard]] Result<void> interpret(const ir::Module& module, const HostLaunch& launch) noexcept;

}  // namespace dala::kernel
