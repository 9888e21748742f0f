// Memory between input and output: buffers that are never needed at the same time share it.
#pragma once

#include <cstddef>
#include <vector>

namespace dala::ml::cpu {

struct Lifetime {
  std::size_t bytes = 0;
  std::size_t first = 0;  // the step that writes it
  std::size_t last = 0;   // the last that reads it
};

struct ArenaLayout {
  std::vector<std::size_t> offsets = {};
  std::size_t bytes = 0;
  std::size_t live = 0;  // the most that is needed during one step: no layout can be smaller
};

[[nodiscard]] ArenaLayout lay_out(const std::vector<Lifetime>& buffers);

}  // namespace dala::ml::cpu
