// The size of a kernel with all calls inlined, as compilers for GPUs do.
#pragma once

#include <cstdint>

#include "kernel/ir/ir.hpp"

namespace dala::kernel {

// The most expressions that such a compiler is given: with more it takes minutes or all memory, and
// nested calls make their number grow exponentially.
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
