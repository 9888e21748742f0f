// What the object file of a kernel holds: its parts, and how they are to be run (drive.hpp).
#pragma once

#include <cstdint>

#include "kernel/native/jit.hpp"

namespace dala::kernel::jit {

inline constexpr const char* plan_name = "dala_plan";

// Numbers are all of 64 bits and pointers too, so that LLVM lays it out as C++ does. `arguments`
// are Arguments of the kernel's indices.
struct Plan {
  // 1 when it was stopped.
  using Inner = std::int32_t (*)(const void* arguments, std::int64_t* fuel, std::int64_t row,
                                 std::int64_t begin, std::int64_t end, std::int64_t rows);
  using Edge = std::int32_t (*)(const void* arguments, std::int64_t* fuel, std::int64_t row,
                                std::int64_t at);
  struct BoundsCondition {
    std::int64_t tensor;
    std::int64_t axis;
    std::int64_t base;
    std::int64_t multiplier;
    std::int64_t low;
    std::int64_t high;
  };

  // Of a kernel with cubes: all of it; then nothing else is set.
  std::int32_t (*cubes)(const void* arguments, std::int64_t begin, std::int64_t end);
  // Of others: invocations from `begin` up to `end` of a row, and where it takes pairs of them
  // perhaps of the next as well, or of all where there are no rows; and one invocation for which
  // not all bounds conditions hold, null where there are no conditions.
  Inner inner;
  Edge edge;
  std::int64_t has_rows;
  std::int64_t takes_pairs;
  std::int64_t channels;  // of the domain; 0: not known when the code was made
  // What an invocation of the inner part costs, and one at the edges (weights.hpp); and how many of
  // the inner part run before the clock is looked at again.
  std::int64_t weight;
  std::int64_t edge_weight;
  std::int64_t at_once;
  // The bounds conditions; see inner_domain.hpp.
  const BoundsCondition* inside;
  std::int64_t inside_count;
  const std::int64_t* same_channels;
  std::int64_t same_channels_count;
  const std::int64_t* not_empty;
  std::int64_t not_empty_count;
};

}  // namespace dala::kernel::jit
