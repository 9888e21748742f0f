// Rows of a YOLOv5 detector, whose boxes are decoded inside the model.
#pragma once

#include "ml/post/boxes.hpp"

namespace dala::ml {

// A row is cx, cy, w, h in pixels of the input, objectness, then a score for each class. Boxes are
// in pixels of the input; `group` is the class and `source` the row.
[[nodiscard]] std::vector<Candidate> decode_yolo(std::span<const float> rows, std::size_t columns,
                                                 const CardDecode& decode);

}  // namespace dala::ml
