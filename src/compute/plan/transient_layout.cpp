#include "compute/plan/transient_layout.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace dala {

TransientLayout lay_out(std::span<const Lifetime> lifetimes) {
  TransientLayout layout;
  layout.block_of.resize(lifetimes.size());
  std::vector<std::size_t> order(lifetimes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return std::pair(lifetimes[i].first, i); });

  constexpr auto none = static_cast<std::size_t>(-1);
  std::vector<std::size_t> busy_until;  // per block
  for (std::size_t i : order) {
    const Lifetime& wanted = lifetimes[i];
    // Takes the free block whose size is nearest, so that a small buffer does not occupy a large
    // block and a small block does not grow while a large one is free.
    std::size_t best = none;
    std::size_t best_gap = 0;
    for (std::size_t block = 0; block < busy_until.size(); ++block) {
      if (busy_until[block] >= wanted.first) continue;
      const std::size_t size = layout.block_bytes[block];
      const std::size_t gap = size > wanted.bytes ? size - wanted.bytes : wanted.bytes - size;
      if (best == none || gap < best_gap) {
        best = block;
        best_gap = gap;
      }
    }
    if (best == none) {
      best = busy_until.size();
      busy_until.push_back(0);
      layout.block_bytes.push_back(0);
    }
    busy_until[best] = wanted.last;
    layout.block_bytes[best] = std::max(layout.block_bytes[best], wanted.bytes);
    layout.block_of[i] = best;
  }
  return layout;
}

}  // namespace dala
