// Non-maximum suppression: of overlapping boxes in a group, only the best stays.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <dala/ml/tasks.hpp>

namespace dala::ml {

struct Candidate {
  Box box = {};
  float score = 0;
  std::size_t group = 0;   // only those of one group compete
  std::size_t source = 0;  // the caller's; of equal scores the lower comes first
};

// The most detections that are returned for a picture.
inline constexpr std::size_t most_kept = 5000;

// The best first, each unless it overlaps a better one of its group by more than `iou`.
[[nodiscard]] std::vector<Candidate> keep_best(std::vector<Candidate> candidates, double iou);

}  // namespace dala::ml
