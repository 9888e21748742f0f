// Which kernels run in vectors of invocations, statement by statement.
#pragma once

#include "kernel/jit/codegen.hpp"

namespace dala::kernel::jit {

// How many invocations a vector holds, or 0 where the kernel is left to LLVM.
[[nodiscard]] unsigned choose_wide_lanes(const Codegen& codegen);

}  // namespace dala::kernel::jit
