#include "ml/post/boxes.hpp"

#include <algorithm>

namespace dala::ml {

namespace {

// Limits the quadratic comparison, since a model may report any number of boxes.
constexpr std::size_t most_candidates = 30'000;

float area(const Box& box) {
  return std::max(0.0F, box.x1 - box.x0) * std::max(0.0F, box.y1 - box.y0);
}

}  // namespace

float overlap(const Box& a, const Box& b) {
  const Box shared{std::max(a.x0, b.x0), std::max(a.y0, b.y0), std::min(a.x1, b.x1),
                   std::min(a.y1, b.y1)};
  const float both = area(shared);
  const float together = area(a) + area(b) - both;
  return together > 0 ? both / together : 0;
}

std::vector<Candidate> keep_best(std::vector<Candidate> candidates, double iou) {
  std::ranges::sort(candidates, [](const Candidate& a, const Candidate& b) {
    return a.score != b.score ? a.score > b.score : a.source < b.source;
  });
  candidates.resize(std::min(candidates.size(), most_candidates));
  std::vector<Candidate> kept;
  for (const Candidate& candidate : candidates) {
    if (kept.size() == most_kept) break;
    const bool seen = std::ranges::any_of(kept, [&](const Candidate& better) {
      return better.group == candidate.group && overlap(better.box, candidate.box) > iou;
    });
    if (!seen) kept.push_back(candidate);
  }
  return kept;
}

}  // namespace dala::ml
