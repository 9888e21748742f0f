// Which pixels of some rows are painted for good: for opaque shapes painted from the last to the
// first, so that what will be hidden is never painted.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace dala::surface {

class Cover {
 public:
  // Nothing of the rows from `first` up to but not including `end`, `width` pixels each.
  void start(std::int64_t first, std::int64_t end, std::int64_t width) {
    first_ = first;
    words_ = static_cast<std::size_t>(width + bits - 1) / bits;
    masks_.assign(words_ * static_cast<std::size_t>(end - first), 0);
  }

  // Marks the pixels from x0 up to but not including x1 of a row, and calls paint(x, count) for
  // each run of those that were not.
  template <typename Paint>
  void add(std::int64_t y, std::int32_t x0, std::int32_t x1, const Paint& paint) {
    std::uint64_t* row = masks_.data() + (static_cast<std::size_t>(y - first_) * words_);
    for (std::int32_t at = x0 / bits; at * bits < x1; ++at) {
      const std::int32_t start = at * bits;
      std::uint64_t wanted = ~std::uint64_t{0};
      if (x0 > start) wanted &= ~std::uint64_t{0} << (x0 - start);
      if (x1 < start + bits) wanted &= ~std::uint64_t{0} >> (start + bits - x1);
      std::uint64_t open = wanted & ~row[at];
      row[at] |= wanted;
      while (open != 0) {
        const int skip = std::countr_zero(open);
        const int count = std::countr_one(open >> skip);
        paint(start + skip, static_cast<std::size_t>(count));
        if (skip + count == bits) break;
        open &= ~std::uint64_t{0} << (skip + count);
      }
    }
  }

 private:
  static constexpr std::int32_t bits = 64;

  std::int64_t first_ = 0;
  std::size_t words_ = 0;
  std::vector<std::uint64_t> masks_;
};

}  // namespace dala::surface
