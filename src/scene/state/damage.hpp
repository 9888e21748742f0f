// What of a picture has to be drawn again: a few rectangles that do not overlap.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "scene/compose/item.hpp"
#include "scene/compose/table.hpp"

namespace dala::scene {

class Damage {
 public:
  // Rectangles that overlap, or are too many, are merged into their bounding rectangle.
  void add(Rect rect);
  void add_all(std::span<const Rect> rects) {
    for (const Rect& rect : rects) add(rect);
  }
  void clear() { count_ = 0; }
  [[nodiscard]] bool empty() const { return count_ == 0; }
  [[nodiscard]] std::span<const Rect> rects() const { return {rects_.data(), count_}; }
  [[nodiscard]] bool touches(const Rect& rect) const;

 private:
  static constexpr std::size_t most = most_regions;
  void erase(std::size_t i) { rects_[i] = rects_[--count_]; }

  std::array<Rect, most + 1> rects_{};
  std::size_t count_ = 0;
};

// Adds where a picture made of `now` differs from one made of `before`. Items are the same where
// their node and part are; `changed(item)` gives the parts of an item's layer that changed, for one
// that is in all else as it was but for its layer's version, or nothing when that is not known.
template <typename Changed>
void add_difference(std::span<const Item> before, std::span<const Item> now, const Changed& changed,
                    Damage& damage) {
  const auto same_node = [](const Item& a, const Item& b) {
    return a.node == b.node && a.part == b.part;
  };
  // Items that are in both lists and in the same order are compared; of the others all that they
  // covered and cover is drawn again.
  std::size_t i = 0;
  std::size_t k = 0;
  while (i < before.size() || k < now.size()) {
    if (i < before.size() && k < now.size() && same_node(before[i], now[k])) {
      const Item& old = before[i++];
      const Item& item = now[k++];
      if (old == item) continue;
      Item as_before = item;
      as_before.layer.version = old.layer.version;
      if (old == as_before) {
        if (const std::span<const Rect> rects = changed(item); !rects.empty()) {
          for (const Rect& rect : rects) damage.add(intersection(rect, item.bounds));
          continue;
        }
      }
      damage.add(old.bounds);
      damage.add(item.bounds);
      continue;
    }
    // Where the old one comes later among the new ones, those before it are new; else it is gone.
    std::size_t later = k;
    while (i < before.size() && later < now.size() && !same_node(before[i], now[later])) ++later;
    if (i < before.size() && later < now.size()) {
      for (; k < later; ++k) damage.add(now[k].bounds);
    } else if (i < before.size()) {
      damage.add(before[i++].bounds);
    } else {
      damage.add(now[k++].bounds);
    }
  }
}

}  // namespace dala::scene
