#include "surface/image/shelves.hpp"

#include <algorithm>

namespace dala::surface {

Shelves::Shelves(std::uint32_t width, std::uint32_t height)
    : width_(width), height_(height), shelves_{{0, height, {{0, width}}}} {}

std::optional<PagePlace> Shelves::take(std::uint32_t w, std::uint32_t h) {
  const auto gap_for = [&](Shelf& shelf) {
    return std::ranges::find_if(shelf.gaps, [&](const Gap& gap) { return gap.w >= w; });
  };
  // The shelf that wastes the least height. Empty shelves are cut to size and waste none, but use
  // up room.
  auto best = shelves_.end();
  std::uint64_t best_loss = 0;
  for (auto shelf = shelves_.begin(); shelf != shelves_.end(); ++shelf) {
    if (shelf->h < h || gap_for(*shelf) == shelf->gaps.end()) continue;
    const std::uint64_t loss = empty(*shelf) ? (h / 2) + 1 : shelf->h - h;
    if (best == shelves_.end() || loss < best_loss) {
      best = shelf;
      best_loss = loss;
    }
  }
  if (best == shelves_.end()) return std::nullopt;
  if (empty(*best) && best->h > h) {
    const Shelf below{best->y + h, best->h - h, {{0, width_}}};
    best->h = h;
    best = std::prev(shelves_.insert(std::next(best), below));
  }
  const auto gap = gap_for(*best);
  const PagePlace place{gap->x, best->y};
  gap->x += w;
  gap->w -= w;
  if (gap->w == 0) best->gaps.erase(gap);
  return place;
}

void Shelves::give_back(PagePlace place, std::uint32_t w) {
  const auto shelf = std::ranges::find(shelves_, place.y, &Shelf::y);
  auto& gaps = shelf->gaps;
  auto after = std::ranges::find_if(gaps, [&](const Gap& gap) { return gap.x > place.x; });
  after = gaps.insert(after, {place.x, w});
  if (const auto next = std::next(after); next != gaps.end() && after->x + after->w == next->x) {
    after->w += next->w;
    gaps.erase(next);
  }
  if (after != gaps.begin() && std::prev(after)->x + std::prev(after)->w == after->x) {
    std::prev(after)->w += after->w;
    gaps.erase(after);
  }
  join_empty();
}

void Shelves::grow(std::uint32_t height) {
  shelves_.push_back({height_, height - height_, {{0, width_}}});
  height_ = height;
  join_empty();
}

void Shelves::join_empty() {
  for (std::size_t i = 0; i + 1 < shelves_.size();) {
    if (!empty(shelves_[i]) || !empty(shelves_[i + 1])) {
      ++i;
      continue;
    }
    shelves_[i].h += shelves_[i + 1].h;
    shelves_.erase(shelves_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
  }
}

}  // namespace dala::surface
