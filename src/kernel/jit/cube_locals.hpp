// Which locals of a kernel with cubes live where.
//
// Between two `sync` the units of a cube run one after the other in a loop. A local that is used in
// one such loop only is an ordinary variable of it; one that is used in several needs a place for
// each unit.
#pragma once

#include <vector>

#include "kernel/ir/ir.hpp"

namespace dala::kernel::jit {

enum class LocalPlace : std::uint8_t {
  own,      // of one loop over the units
  by_unit,  // one for each unit
  of_cube,  // the variable of a loop that holds a `sync`: the same for all units
};

[[nodiscard]] bool holds_sync(const ir::Module& module, ir::StmtId id);

// By the kernel's locals.
[[nodiscard]] std::vector<LocalPlace> place_locals(const ir::Module& module);

}  // namespace dala::kernel::jit
