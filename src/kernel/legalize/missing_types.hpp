// What a kernel needs that a target has no type for.
#pragma once

#include <optional>
#include <string>

#include "kernel/ir/ir.hpp"
#include "kernel/legalize/target_info.hpp"

namespace dala::kernel {

// A sentence about the first of it, or nothing. Indices of s64 that are u32 or constants are none:
// they become s32.
[[nodiscard]] std::optional<std::string> missing_type(const ir::Module& module,
                                                      const TargetInfo& target);

}  // namespace dala::kernel
