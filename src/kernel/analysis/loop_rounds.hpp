// How many rounds the loops of a kernel take, at most. Some drivers end loops after a number of
// rounds without a word, and a kernel that might run for long must be one that can be stopped.
#pragma once

#include <cstdint>
#include <vector>

#include "kernel/analysis/value_range.hpp"

namespace dala::kernel {

// No bound is known, or one beyond any use.
inline constexpr std::int64_t endless = std::int64_t{1} << 50;

struct LoopRounds {
  // Of all loops that one invocation goes through, what the GLSL of single operations loops over
  // included. The round in which a loop finds that it is done counts too.
  std::int64_t in_all = 0;
  // The bound of each loop, each time it is reached, by statement; 0 for other statements.
  std::vector<std::int64_t> of_loop;
};

[[nodiscard]] LoopRounds loop_rounds(const ir::Module& module, const KnownCall& known = {});

}  // namespace dala::kernel
