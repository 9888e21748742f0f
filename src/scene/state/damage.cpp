#include "scene/state/damage.hpp"

#include <limits>

namespace dala::scene {

bool Damage::touches(const Rect& rect) const {
  for (const Rect& own : rects())
    if (!intersection(own, rect).empty()) return true;
  return false;
}

void Damage::add(Rect rect) {
  if (rect.empty()) return;
  for (std::size_t i = 0; i < count_;) {
    if (rects_[i].covers(rect)) return;
    if (intersection(rects_[i], rect).empty()) {
      ++i;
      continue;
    }
    // A rectangle that has grown may overlap earlier ones.
    rect = around(rects_[i], rect);
    erase(i);
    i = 0;
  }
  rects_[count_++] = rect;
  if (count_ <= most) return;
  // The pair whose bounding rectangle wastes the least area.
  std::size_t best_a = 0;
  std::size_t best_b = 1;
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  for (std::size_t a = 0; a < count_; ++a)
    for (std::size_t b = a + 1; b < count_; ++b) {
      const std::int64_t waste =
          around(rects_[a], rects_[b]).area() - rects_[a].area() - rects_[b].area();
      if (waste < least) {
        least = waste;
        best_a = a;
        best_b = b;
      }
    }
  const Rect both = around(rects_[best_a], rects_[best_b]);
  erase(best_b);
  erase(best_a);
  add(both);
}

}  // namespace dala::scene
