// Removes `print` from kernels, for targets and callers that do not show what kernels print.
#pragma once

#include "kernel/ir/ir.hpp"

namespace dala::kernel {

// The same kernel without its `print` statements.
[[nodiscard]] ir::Module without_prints(const ir::Module& module);

}  // namespace dala::kernel
