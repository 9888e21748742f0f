// Whether all units of a cube reach every sync_cube() together, and those of a subgroup agree about
// the places of their tiles.
#pragma once

#include "kernel/ir/ir.hpp"
#include "kernel/source/diagnostic.hpp"

namespace dala::kernel {

// Reports each `sync`, `subgroup` and `tile` that stands in control flow on which units of one cube
// may disagree, and each `tile` whose operands may differ within a subgroup. It is cautious: what
// is loaded from memory counts as different in every unit.
void check_uniformity(const ir::Module& module, Diagnostics& diagnostics);

}  // namespace dala::kernel
