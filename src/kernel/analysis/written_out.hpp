// How long a kernel is with every call replaced by the function's body, as compilers for GPUs do.
#pragma once

#include <cstdint>

#include "kernel/ir/ir.hpp"

namespace dala::kernel {

// Expressions up to which a text is given to such a compiler: with more it takes minutes or all of
// memory, and calls within calls make a power of their depth.
inline constexpr std::int64_t max_written_out = std::int64_t{1} << 16;

// Each counted no further than to a few times max_written_out.
struct WrittenOut {
  std::int64_t expressions = 0;  // and statements
  std::int64_t functions = 0;    // of mathematics, each of which is many instructions
  std::int64_t branches = 0;
  std::int64_t loops = 0;
};

[[nodiscard]] WrittenOut written_out(const ir::Module& module);
[[nodiscard]] inline std::int64_t written_out_size(const ir::Module& module) {
  return written_out(module).expressions;
}

}  // namespace dala::kernel
