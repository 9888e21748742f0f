#include "scene/objects/target.hpp"

#include <algorithm>

#include "core/error.hpp"

namespace dala::scene {

Result<Target> Target::make(const Compute& compute, std::int32_t width, std::int32_t height) {
  Target target;
  DALA_ASSIGN(target.layer_.buffer, compute.buffer_zeros({height, width, 4}, DType::u8));
  target.layer_.width = width;
  target.layer_.height = height;
  return target;
}

void Target::begin() {
  std::swap(items_, before_);
  items_.clear();
  backdrops_.clear();
}

void Target::add_backdrop(Item item, EffectRunner& effect) {
  // The layer is made once everything under it is composited. Until then a placeholder identifies
  // it.
  item.part = 1;
  item.color = static_cast<std::uint32_t>(effect.version());
  backdrops_.push_back({items_.size(), &effect});
  items_.push_back(std::move(item));
}

Rect Target::reach() const {
  Rect reach;
  for (const Item& item : items_) reach = around(reach, item.bounds);
  return reach;
}

// A backdrop is made of everything under it, so it changes as a whole.
void Target::spread_damage() {
  for (bool grew = true; grew;) {
    grew = false;
    for (const Backdrop& backdrop : backdrops_) {
      const Rect& bounds = items_[backdrop.item].bounds;
      if (!damage_.touches(bounds) ||
          std::ranges::any_of(damage_.rects(), [&](const Rect& r) { return r.covers(bounds); }))
        continue;
      damage_.add(bounds);
      grew = true;
    }
  }
}

Result<void> Target::show_backdrop(Compositor& compositor, const Backdrop& backdrop, bool opaque,
                                   Buffer& cut) {
  Item& item = items_[backdrop.item];
  const Rect& bounds = item.bounds;
  const Shape shape{bounds.height(), bounds.width(), 4};
  if (!cut || cut.shape() != shape) {
    DALA_ASSIGN(cut, compositor.compute().buffer_zeros(shape, DType::u8));
  }
  DALA_TRY(compositor.cut(layer_.buffer, cut, bounds.x0, bounds.y0));
  const Layer under{cut, bounds.width(), bounds.height(), opaque, new_version()};
  DALA_ASSIGN(item.layer, backdrop.effect->run(compositor, under));
  // Effects may give other sizes; what comes out fills the box.
  item.map = {
      .xx = static_cast<std::int32_t>(std::int64_t{65536} * item.layer.width / bounds.width()),
      .yy = static_cast<std::int32_t>(std::int64_t{65536} * item.layer.height / bounds.height())};
  item.taps = {0, 0, item.layer.width, item.layer.height};
  return {};
}

Result<void> Target::composite(Compositor& compositor, std::uint32_t background) {
  spread_damage();
  if (damage_.empty()) return {};
  layer_.version = new_version();
  const std::span<const Item> items = items_;
  cuts_.resize(backdrops_.size());
  // No blend mode lowers the alpha under it.
  const bool opaque = background >> 24 == 255;
  std::size_t first = 0;
  std::optional<std::uint32_t> from = background;
  Result<void> done;
  for (std::size_t i = 0; done && i < backdrops_.size(); ++i) {
    const Backdrop& backdrop = backdrops_[i];
    if (!damage_.touches(items[backdrop.item].bounds)) continue;
    done = compositor.compose(layer_.buffer, items.subspan(first, backdrop.item - first),
                              damage_.rects(), from);
    if (done) done = show_backdrop(compositor, backdrop, opaque, cuts_[i]);
    first = backdrop.item;
    from = std::nullopt;
  }
  if (done) done = compositor.compose(layer_.buffer, items.subspan(first), damage_.rects(), from);
  // In the order they were added, so that the next frame's list is equal where nothing changed.
  for (const Backdrop& backdrop : backdrops_) {
    Item& item = items_[backdrop.item];
    item.layer = {};
    item.map = {};
    item.taps = {};
  }
  // What was not finished is drawn as a whole the next time.
  if (!done) layer_.version = 0;
  return done;
}

}  // namespace dala::scene
