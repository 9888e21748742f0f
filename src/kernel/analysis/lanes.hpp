// Element-wise kernels of which an invocation can take several elements. It loads them all before
// it computes, so that more of them are on their way from memory at once, and four bytes are a word
// that no other invocation writes.
#pragma once

#include <cstdint>

#include "kernel/ir/ir.hpp"

namespace dala::kernel {

inline constexpr std::uint32_t lanes = 4;

// Element-wise, and every output is written once whatever happens, and not read.
[[nodiscard]] bool runs_in_lanes(const ir::Module& module);

}  // namespace dala::kernel
