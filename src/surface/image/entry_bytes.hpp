// What is counted for a thing that a surface holds besides its contents: its place in a table, and
// what the allocator adds. Without it the memory of things without contents would have no limit.
#pragma once

#include <cstdint>

namespace dala::surface {

inline constexpr std::uint64_t entry_bytes = 128;

}  // namespace dala::surface
