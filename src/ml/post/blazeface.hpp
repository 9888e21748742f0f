// Faces from anchors, as BlazeFace gives them.
#pragma once

#include "ml/post/boxes.hpp"

namespace dala::ml {

// The centres of the anchors, from 0 to 1: grid by grid, row by row, each as often as its grid
// says.
[[nodiscard]] std::vector<Point> anchor_centres(std::span<const AnchorGrid> grids);

struct AnchoredFace {
  std::size_t anchor = 0;
  float score = 0;
  Box box = {};
  std::vector<Point> points = {};
};

// For each anchor `boxes` has `columns` numbers: centre, width and height, then the points, all in
// pixels of an input of `width` x `height` and from the anchor's centre; `scores` has one logit. So
// many as there are of both, where there are fewer than anchors.
[[nodiscard]] std::vector<AnchoredFace> decode_faces(std::span<const float> boxes,
                                                     std::size_t columns,
                                                     std::span<const float> scores,
                                                     const CardDecode& decode, float width,
                                                     float height);

}  // namespace dala::ml
