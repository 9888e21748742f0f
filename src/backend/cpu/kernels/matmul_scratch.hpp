// Memory for what a matrix product copies while it runs.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>

#include "backend/device.hpp"

namespace dala::backend::cpu {

// At least `bytes` that the calling thread may use until it asks again, or null when there is no
// memory. They stay with the thread until it ends, so that a product of a size that was seen before
// allocates nothing.
[[nodiscard]] inline std::byte* thread_scratch(std::size_t bytes) {
  struct Free {
    void operator()(std::byte* block) const { std::free(block); }
  };
  struct Block {
    std::unique_ptr<std::byte, Free> start;
    std::size_t size = 0;
  };
  thread_local Block block;
  if (bytes > block.size) {
    const std::size_t rounded = (bytes + host_alignment - 1) / host_alignment * host_alignment;
    block.start.reset();  // before the next is made: both are not needed at once
    block.start.reset(static_cast<std::byte*>(std::aligned_alloc(host_alignment, rounded)));
    block.size = block.start == nullptr ? 0 : rounded;
  }
  return block.start.get();
}

}  // namespace dala::backend::cpu
