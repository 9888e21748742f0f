// Whether a kernel looks at each element by itself.
#pragma once

#include "kernel/ir/ir.hpp"

namespace dala::kernel {

// Every access of every tensor is at [ABSOLUTE_POS], and there are no cubes and no atomics. Such a
// kernel can work in place, and be joined with others of its kind.
[[nodiscard]] bool is_elementwise(const ir::Module& module);

}  // namespace dala::kernel
