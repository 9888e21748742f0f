// Types that a kernel uses and a target lacks.
#pragma once

#include <optional>
#include <string>

#include "kernel/ir/ir.hpp"
#include "kernel/legalize/target_info.hpp"

namespace dala::kernel {

// A sentence about the first of them, or nothing. Indices of s64 that come from a u32 or a constant
// do not count: they become s32.
[[nodiscard]] std::optional<std::string> missing_type(const ir::Module& module,
                                                      const TargetInfo& target);

}  // namespace dala::kernel
