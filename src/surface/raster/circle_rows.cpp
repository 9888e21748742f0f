#include "surface/raster/circle_rows.hpp"

#include <algorithm>

#include "surface/raster/wide.hpp"

namespace dala::surface {

namespace {

// Up to here walking the whole eighth of the circle is cheaper than square roots for the rows.
constexpr std::uint32_t largest_walked = 4096;

// The midpoint algorithm: y falls by one where the middle between two pixels is outside.
void walk_eighth(std::int64_t radius, std::vector<std::int64_t>& rows) {
  rows.assign(static_cast<std::size_t>(radius + 2), -1);
  std::int64_t x = 0;
  std::int64_t y = radius;
  std::int64_t decision = 1 - radius;
  while (x <= y) {
    rows[static_cast<std::size_t>(y)] = std::max(rows[static_cast<std::size_t>(y)], x);
    rows[static_cast<std::size_t>(x)] = std::max(rows[static_cast<std::size_t>(x)], y);
    ++x;
    if (decision < 0) {
      decision += (2 * x) + 1;
    } else {
      --y;
      decision += (2 * (x - y)) + 1;
    }
  }
}

// The same for one row, from the circle's equation. With k = row: where the circle is steep, the
// pixel nearest to sqrt(r^2 - k^2); where it is flat, the last column whose nearest pixel is in
// this row.
std::int64_t row_of_circle(std::uint64_t r, std::uint64_t k) {
  if (k > r) return -1;
  const std::uint64_t square = (r - k) * (r + k);
  const std::uint64_t down = floor_sqrt(square);
  const std::uint64_t nearest = down + (square - (down * down) > down ? 1 : 0);
  if (nearest >= k) return static_cast<std::int64_t>(nearest);
  return static_cast<std::int64_t>(floor_sqrt(square + k - 1));
}

}  // namespace

void CircleRows::prepare(std::uint32_t radius, std::int64_t first, std::int64_t last) {
  if (radius == walked_) return;
  if (radius <= largest_walked) {
    walk_eighth(radius, rows_);
    first_ = 0;
    walked_ = radius;
    return;
  }
  rows_.clear();
  for (std::int64_t row = first; row <= last + 1; ++row)
    rows_.push_back(row_of_circle(radius, static_cast<std::uint64_t>(row)));
  first_ = first;
  walked_ = -1;
}

void FilledCircles::make(Kept& kept, std::uint32_t radius, CircleRows& rows) {
  const auto r = static_cast<std::int32_t>(radius);
  rows.prepare(radius, 0, r);
  kept.spans.clear();
  for (std::int32_t y = -r; y <= r; ++y) {
    const auto half = static_cast<std::int32_t>(rows.half_width(y < 0 ? -y : y));
    kept.spans.push_back({y, -half, half + 1});
  }
  kept.radius = radius;
}

}  // namespace dala::surface
