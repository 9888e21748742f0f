#include "ml/cpu/arena.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace dala::ml::cpu {

namespace {

constexpr std::size_t line = 64;

// Up to this many buffers the quadratic algorithm is used.
constexpr std::size_t most_compared = 8192;

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

// A free list of gaps, and the end of what is in use.
class Gaps {
 public:
  // Best fit: the smallest gap that is large enough.
  std::size_t take(std::size_t bytes) {
    const auto found = by_size_.lower_bound({bytes, 0});
    if (found == by_size_.end()) {
      const std::size_t offset = end_;
      end_ += bytes;
      return offset;
    }
    const auto [size, offset] = *found;
    remove(offset, size);
    if (size > bytes) add(offset + bytes, size - bytes);
    return offset;
  }
  void give_back(std::size_t offset, std::size_t bytes) {
    if (bytes == 0) return;
    const auto next = by_offset_.lower_bound(offset);
    if (next != by_offset_.begin()) {
      const auto [before, size] = *std::prev(next);
      if (before + size == offset) {
        remove(before, size);
        return give_back(before, size + bytes);
      }
    }
    if (next != by_offset_.end() && next->first == offset + bytes) {
      const std::size_t size = next->second;
      remove(offset + bytes, size);
      bytes += size;
    }
    add(offset, bytes);
  }
  [[nodiscard]] std::size_t end() const { return end_; }

 private:
  void add(std::size_t offset, std::size_t bytes) {
    by_offset_.emplace(offset, bytes);
    by_size_.emplace(bytes, offset);
  }
  void remove(std::size_t offset, std::size_t bytes) {
    by_offset_.erase(offset);
    by_size_.erase({bytes, offset});
  }

  std::map<std::size_t, std::size_t> by_offset_;
  std::set<std::pair<std::size_t, std::size_t>> by_size_;
  std::size_t end_ = 0;
};

// In order of time, each into the smallest gap. Takes a little more memory than the quadratic
// algorithm, and little time for any number of buffers.
void lay_out_by_time(const std::vector<Lifetime>& buffers, ArenaLayout& layout) {
  std::vector<std::size_t> begins(buffers.size());
  std::iota(begins.begin(), begins.end(), std::size_t{0});
  std::vector<std::size_t> ends = begins;
  std::ranges::sort(begins, {}, [&](std::size_t i) { return std::pair(buffers[i].first, i); });
  std::ranges::sort(ends, {}, [&](std::size_t i) { return std::pair(buffers[i].last, i); });
  Gaps gaps;
  std::size_t ended = 0;
  for (const std::size_t id : begins) {
    for (; buffers[ends[ended]].last < buffers[id].first; ++ended)
      gaps.give_back(layout.offsets[ends[ended]], rounded(buffers[ends[ended]].bytes));
    if (buffers[id].bytes > 0) layout.offsets[id] = gaps.take(rounded(buffers[id].bytes));
  }
  layout.bytes = gaps.end();
}

}  // namespace

// The largest first, each at the lowest offset that is free for its whole lifetime.
ArenaLayout lay_out(const std::vector<Lifetime>& buffers) {
  ArenaLayout layout{.offsets = std::vector<std::size_t>(buffers.size(), 0),
                     .live = most_at_once(buffers)};
  if (buffers.size() > most_compared) {
    lay_out_by_time(buffers, layout);
    return layout;
  }
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
