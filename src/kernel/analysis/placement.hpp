// Where the variables of a function are declared in generated text.
//
// The IR has one list of locals for a whole function. Text reads better, and compilers do better,
// where a variable is declared in the innermost block that holds all its uses, at its first one.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "kernel/ir/ir.hpp"

namespace dala::kernel {

struct Placement {
  std::map<ir::StmtId, std::vector<std::uint32_t>> before;  // locals to declare just before it
  std::set<ir::StmtId> in_header;  // for_range whose variable exists in the loop only
};

[[nodiscard]] Placement place_locals(const ir::Module& module, const ir::Function& function);

}  // namespace dala::kernel
