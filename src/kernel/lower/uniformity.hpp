// Whether all units of a cube reach every sync_cube() together.
#pragma once

#include "kernel/ir/ir.hpp"
#include "kernel/source/diagnostic.hpp"

namespace dala::kernel {

// Reports each `sync` that stands in control flow on which units of one cube may disagree. It is
// cautious: what is loaded from memory counts as different in every unit.
void check_uniformity(const ir::Module& module, Diagnostics& diagnostics);

}  // namespace dala::kernel
