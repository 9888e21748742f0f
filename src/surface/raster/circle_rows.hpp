// How far a circle reaches in each row: what circles and round corners are made of.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "surface/raster/spans.hpp"

namespace dala::surface {

class CircleRows {
 public:
  // The rows from `first` to `last` above or below the middle, 0 <= first <= last <= radius.
  void prepare(std::uint32_t radius, std::int64_t first, std::int64_t last);

  // How many pixels the midpoint circle reaches to each side of its middle, `row` rows above or
  // below it; for the prepared rows, and for the one after the last, where it is -1 outside the
  // circle.
  [[nodiscard]] std::int64_t half_width(std::int64_t row) const {
    return rows_[static_cast<std::size_t>(row - first_)];
  }

  // The outline has the pixels from `inner` to `outer` on each side of the middle.
  struct Run {
    std::int64_t inner;
    std::int64_t outer;
  };
  [[nodiscard]] Run outline(std::int64_t row) const {
    const std::int64_t here = half_width(row);
    const std::int64_t next = half_width(row + 1) + 1;
    return {here < next ? here : next, here};
  }

 private:
  std::vector<std::int64_t> rows_;
  std::int64_t first_ = 0;
  std::int64_t walked_ = -1;  // the radius whose rows are all there: the next may have the same
};

// The runs of small filled circles: pictures have many of a few sizes.
class FilledCircles {
 public:
  static constexpr std::uint32_t largest = 255;

  // One for each of the 2 radius + 1 rows from the top, around (0, 0). Good until the next call.
  [[nodiscard]] std::span<const Span> spans(std::uint32_t radius, CircleRows& rows) {
    Kept& kept = kept_[radius % kept_.size()];
    if (kept.radius != radius) make(kept, radius, rows);
    return kept.spans;
  }

 private:
  struct Kept {
    std::int64_t radius = -1;
    std::vector<Span> spans;
  };
  static void make(Kept& kept, std::uint32_t radius, CircleRows& rows);

  std::array<Kept, 64> kept_;
};

}  // namespace dala::surface
