#include "ml/post/posenet.hpp"

#include <algorithm>

#include "ml/post/sigmoid.hpp"

namespace dala::ml {

std::vector<PosePoint> decode_pose(std::span<const float> heatmaps, std::span<const float> offsets,
                                   const PoseGrid& grid, std::uint32_t stride) {
  const std::size_t cells = grid.rows * grid.columns;
  std::vector<PosePoint> points;
  if (cells == 0 || heatmaps.size() < grid.points * cells ||
      offsets.size() < 2 * grid.points * cells)
    return points;
  for (std::size_t k = 0; k < grid.points; ++k) {
    const std::span<const float> map = heatmaps.subspan(k * cells, cells);
    const auto best = std::ranges::max_element(map);
    const auto cell = static_cast<std::size_t>(best - map.begin());
    const std::size_t row = cell / grid.columns;
    const auto y = static_cast<float>(row * stride);
    const auto x = static_cast<float>((cell - (row * grid.columns)) * stride);
    points.push_back(
        {.score = sigmoid(*best),
         .at = {x + offsets[((grid.points + k) * cells) + cell], y + offsets[(k * cells) + cell]}});
  }
  return points;
}

}  // namespace dala::ml
