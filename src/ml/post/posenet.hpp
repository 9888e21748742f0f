// Key points from heat maps and offsets, as PoseNet gives them.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <dala/ml/tasks.hpp>

namespace dala::ml {

struct PosePoint {
  float score = 0;
  Point at = {};  // in pixels of the input
};

struct PoseGrid {
  std::size_t points = 0;
  std::size_t rows = 0;
  std::size_t columns = 0;
};

// `heatmaps` is {points, rows, columns} of logits; `offsets` {2 * points, rows, columns}, first all
// of y. Each point is where its map is largest.
[[nodiscard]] std::vector<PosePoint> decode_pose(std::span<const float> heatmaps,
                                                 std::span<const float> offsets,
                                                 const PoseGrid& grid, std::uint32_t stride);

}  // namespace dala::ml
