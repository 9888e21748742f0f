// How long a kernel is with every call replaced by the function's body, as compilers for GPUs do.
#pragma once

#include <cstdint>

#include "kernel/ir/ir.hpp"

namespace dala::kernel {

// Expressions up to which a text is given to such a compiler: with more it takes minutes or all of
// memory, and calls within calls make a power of their depth.
inline constexpr std::int64_t max_written_out = std::int64_t{1} << 16;

// Expressions, counted no further than to a few times max_written_out.
[[nodiscard]] std::int64_t written_out_size(const ir::Module& module);

}  // namespace dala::kernel
