// Launches generated code.
#pragma once

#include <dala/core/error.hpp>

#include "core/threads/worker_pool.hpp"
#include "kernel/ir/ir.hpp"
#include "kernel/launch/host_launch.hpp"
#include "kernel/native/jit.hpp"

namespace dala::kernel {

// What the code is to be made for when the kernel's tensors (in the order of the module) have these
// shapes.
[[nodiscard]] jit::ChannelSpecialisation channel_specialisation_for(
    const ir::Module& module, std::span<const Shape* const> shapes);

// Runs the code on the threads of the pool. The launch fits the kernel (launch/check.hpp).
[[nodiscard]] Result<void> run_native(const ir::Module& module, const jit::Code& code,
                                      const HostLaunch& launch, WorkerPool& pool);

}  // namespace dala::kernel
