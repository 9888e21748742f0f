// Two rows at a time.
//
// A kernel that reads above and below its place reads most of it again for the next row. Where its
// invocations do little more than that, the inner part goes through two rows side by side: what
// both read is loaded, and converted, once.
#pragma once

#include "kernel/jit/codegen.hpp"

namespace dala::kernel::jit {

// Whether it pays, and the kernel has nothing that could not be done for a row too many: both rows
// are computed and then stored, the second only where there is one.
[[nodiscard]] bool pays_in_pairs(const Codegen& codegen);

}  // namespace dala::kernel::jit
