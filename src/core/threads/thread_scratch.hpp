// Memory for what a kernel copies while it runs.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>

namespace dala {

// At least `bytes` that the calling thread may use until it asks again, or null when there is no
// memory. They stay with the thread until it ends, so that work of a size that was seen before
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
    constexpr std::size_t line = 64;  // a cache line, and the widest vector there is
    const std::size_t rounded = (bytes + line - 1) / line * line;
    block.start.reset();  // before the next is made: both are not needed at once
    block.start.reset(static_cast<std::byte*>(std::aligned_alloc(line, rounded)));
    block.size = block.start == nullptr ? 0 : rounded;
  }
  return block.start.get();
}

}  // namespace dala
