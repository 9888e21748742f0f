// Which transient buffers of a pipeline can share memory: those that are never needed at the same
// time.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace dala {

// A buffer needed from stage `first` to stage `last`, both included.
struct Lifetime {
  std::size_t bytes = 0;
  std::size_t first = 0;
  std::size_t last = 0;
};

struct TransientLayout {
  std::vector<std::size_t> block_of;     // per lifetime
  std::vector<std::size_t> block_bytes;  // per block
};

[[nodiscard]] TransientLayout lay_out(std::span<const Lifetime> lifetimes);

}  // namespace dala
