// Whether the accesses of one invocation can overlap each other.
#pragma once

#include "kernel/analysis/index_analysis.hpp"

namespace dala::kernel {

// Whether the accesses of one invocation are known not to overlap: outputs are not read, and no two
// stores go to the same element. Only then may LLVM be told that the loop over invocations has no
// dependences, because it takes that to hold for the order inside an invocation as well.
[[nodiscard]] bool accesses_are_apart(const ir::Module& module, const IndexAnalysis& analysis);

}  // namespace dala::kernel
