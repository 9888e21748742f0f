// The overhead that is counted for each object of a surface besides its contents: its table entry
// and the allocator's. Without it the memory of empty objects would have no limit.
#pragma once

#include <cstdint>

namespace dala::surface {

inline constexpr std::uint64_t entry_bytes = 128;

}  // namespace dala::surface
