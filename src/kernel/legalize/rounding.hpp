// Whether a kernel has quotients or roots of f32, in its source or in the formulas that its
// functions become. Not every driver rounds those to the nearest number
// (TargetInfo::rounds_to_nearest), and whoever compiles a kernel without them need not ask how a
// driver does it.
#pragma once

#include "kernel/ir/ir.hpp"

namespace dala::kernel {

// Functions that are exact only to a few units in the last place do not count: how their quotients
// are rounded is within that.
[[nodiscard]] bool depends_on_rounding(const ir::Module& module);

}  // namespace dala::kernel
