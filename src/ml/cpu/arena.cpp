#include "ml/cpu/arena.hpp"

#include <algorithm>
#include <numeric>

namespace dala::ml::cpu {

namespace {

constexpr std::size_t line = 64;

std::size_t rounded(std::size_t bytes) { return (bytes + line - 1) / line * line; }

std::size_t most_at_once(const std::vector<Lifetime>& buffers) {
  std::size_t steps = 0;
  for (const Lifetime& buffer : buffers) steps = std::max(steps, buffer.last + 2);
  std::vector<std::ptrdiff_t> change(steps, 0);
  for (const Lifetime& buffer : buffers) {
    change[buffer.first] += static_cast<std::ptrdiff_t>(rounded(buffer.bytes));
    change[buffer.last + 1] -= static_cast<std::ptrdiff_t>(rounded(buffer.bytes));
  }
  std::ptrdiff_t now = 0;
  std::ptrdiff_t most = 0;
  for (const std::ptrdiff_t step : change) most = std::max(most, now += step);
  return static_cast<std::size_t>(most);
}

}  // namespace

// The largest first, each into the lowest gap among those that live at the same time.
ArenaLayout lay_out(const std::vector<Lifetime>& buffers) {
  ArenaLayout layout{.offsets = std::vector<std::size_t>(buffers.size(), 0),
                     .live = most_at_once(buffers)};
  std::vector<std::size_t> order(buffers.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    return buffers[a].bytes != buffers[b].bytes ? buffers[a].bytes > buffers[b].bytes : a < b;
  });
  std::vector<std::size_t> placed;  // by offset
  for (const std::size_t id : order) {
    const Lifetime& buffer = buffers[id];
    std::size_t offset = 0;
    for (const std::size_t other : placed) {
      const Lifetime& taken = buffers[other];
      if (taken.last < buffer.first || buffer.last < taken.first) continue;
      if (layout.offsets[other] >= offset + rounded(buffer.bytes)) break;
      offset = std::max(offset, layout.offsets[other] + rounded(taken.bytes));
    }
    layout.offsets[id] = offset;
    layout.bytes = std::max(layout.bytes, offset + rounded(buffer.bytes));
    placed.insert(std::ranges::upper_bound(placed, offset, {},
                                           [&](std::size_t p) { return layout.offsets[p]; }),
                  id);
  }
  return layout;
}

}  // namespace dala::ml::cpu
