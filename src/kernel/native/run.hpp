// Launches generated code.
#pragma once

#include <dala/error.hpp>

#include "core/worker_pool.hpp"
#include "kernel/interpret/launch.hpp"
#include "kernel/ir/ir.hpp"
#include "kernel/native/jit.hpp"

namespace dala::kernel {

// What the code is to be made for when the kernel's tensors (in the order of the module) have these
// shapes.
[[nodiscard]] jit::Variant variant_for(const ir::Module& module,
                                       std::span<const Shape* const> shapes);

// Checks the launch as the interpreter does, then runs the code on the threads of the pool.
[[nodiscard]] Result<void> run_native(const ir::Module& module, const jit::Code& code,
                                      const Launch& launch, WorkerPool& pool);

}  // namespace dala::kernel
