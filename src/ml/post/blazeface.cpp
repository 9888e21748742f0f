#include "ml/post/blazeface.hpp"

#include <algorithm>

#include "ml/post/sigmoid.hpp"

namespace dala::ml {

std::vector<Point> anchor_centres(std::span<const AnchorGrid> grids) {
  std::vector<Point> centres;
  for (const AnchorGrid& grid : grids) {
    const auto cells = static_cast<float>(grid.cells);
    for (std::uint32_t y = 0; y < grid.cells; ++y)
      for (std::uint32_t x = 0; x < grid.cells; ++x)
        centres.insert(
            centres.end(), grid.per_cell,
            {(static_cast<float>(x) + 0.5F) / cells, (static_cast<float>(y) + 0.5F) / cells});
  }
  return centres;
}

std::vector<AnchoredFace> decode_faces(std::span<const float> boxes, std::size_t columns,
                                       std::span<const float> scores, const CardDecode& decode,
                                       float width, float height) {
  constexpr std::size_t before_points = 4;
  if (columns < before_points) return {};
  const std::vector<Point> centres = anchor_centres(decode.anchors);
  const std::size_t count = std::min({centres.size(), scores.size(), boxes.size() / columns});
  const auto row = [&](std::size_t anchor) { return boxes.subspan(anchor * columns, columns); };
  const auto from_anchor = [&](std::size_t anchor, float dx, float dy) {
    return Point{dx + (centres[anchor].x * width), dy + (centres[anchor].y * height)};
  };
  std::vector<Candidate> found;
  for (std::size_t i = 0; i < count; ++i) {
    const float score = sigmoid(scores[i]);
    if (!(score > decode.score)) continue;
    const std::span<const float> values = row(i);
    const Point centre = from_anchor(i, values[0], values[1]);
    const float half_w = values[2] / 2;
    const float half_h = values[3] / 2;
    found.push_back(
        {.box = {centre.x - half_w, centre.y - half_h, centre.x + half_w, centre.y + half_h},
         .score = score,
         .source = i});
  }
  std::vector<AnchoredFace> faces;
  for (const Candidate& best : keep_best(std::move(found), decode.iou)) {
    AnchoredFace& face = faces.emplace_back(best.source, best.score, best.box);
    const std::span<const float> points = row(best.source).subspan(before_points);
    for (std::size_t k = 0; k + 1 < points.size(); k += 2)
      face.points.push_back(from_anchor(best.source, points[k], points[k + 1]));
  }
  return faces;
}

}  // namespace dala::ml
