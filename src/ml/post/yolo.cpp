#include "ml/post/yolo.hpp"

#include <algorithm>

namespace dala::ml {

std::vector<Candidate> decode_yolo(std::span<const float> rows, std::size_t columns,
                                   const CardDecode& decode) {
  constexpr std::size_t before_classes = 5;
  std::vector<Candidate> found;
  if (columns <= before_classes) return found;
  for (std::size_t row = 0; row < rows.size() / columns; ++row) {
    const std::span<const float> values = rows.subspan(row * columns, columns);
    const float objectness = values[4];
    // Written so that a NaN is rejected as well.
    if (!(objectness > decode.score)) continue;
    const std::span<const float> classes = values.subspan(before_classes);
    const auto best = std::ranges::max_element(classes);
    const float score = objectness * *best;
    if (!(score > decode.score)) continue;
    const float half_w = values[2] / 2;
    const float half_h = values[3] / 2;
    found.push_back(
        {.box = {values[0] - half_w, values[1] - half_h, values[0] + half_w, values[1] + half_h},
         .score = score,
         .group = static_cast<std::size_t>(best - classes.begin()),
         .source = row});
  }
  return keep_best(std::move(found), decode.iou);
}

}  // namespace dala::ml
