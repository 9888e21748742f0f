// Which outputs of a kernel have the shape of its domain.
#pragma once

#include <bitset>

#include "kernel/ir/ir.hpp"

namespace dala::kernel {

// By tensor: whether it is an output that every invocation writes at its own place only, which is
// what outputs of the domain's shape are for: at its own element, or with `#[pixels]` in its own
// pixel. Others may have any size, as the bins of a histogram.
[[nodiscard]] std::bitset<ir::max_tensors> outputs_at_own_place(const ir::Module& module);

}  // namespace dala::kernel
