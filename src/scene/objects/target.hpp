// A picture that items are composited into: the frame, a group that is drawn as one, a mask.
#pragma once

#include <span>
#include <vector>

#include "scene/compose/compositor.hpp"
#include "scene/objects/effect_runner.hpp"
#include "scene/state/damage.hpp"

namespace dala::scene {

class Target {
 public:
  [[nodiscard]] static Result<Target> make(const Compute& compute, std::int32_t width,
                                           std::int32_t height);

  // Begins a new list of items; `add` them from the bottom to the top.
  void begin();
  void add(const Item& item) { items_.push_back(item); }
  // A backdrop: shows what was composited below it, changed by an effect.
  void add_backdrop(Item item, EffectRunner& effect);

  // Composites what differs from the time before, or everything. `changed(layer)` gives the parts
  // of a layer that is another target which were drawn again this time.
  template <typename Changed>
  [[nodiscard]] Result<void> paint(Compositor& compositor, std::uint32_t background, bool all,
                                   const Changed& changed) {
    damage_.clear();
    if (all || layer_.version == 0)
      damage_.add(frame());
    else
      add_difference(
          before_, items_, [&](const Item& item) { return changed(item.layer); }, damage_);
    return composite(compositor, background);
  }

  [[nodiscard]] Rect frame() const { return {0, 0, layer_.width, layer_.height}; }
  [[nodiscard]] const Layer& layer() const { return layer_; }
  // Of the last `paint`.
  [[nodiscard]] const Damage& damage() const { return damage_; }
  // Around everything that is drawn.
  [[nodiscard]] Rect reach() const;

 private:
  struct Backdrop {
    std::size_t item;
    EffectRunner* effect;
  };

  [[nodiscard]] Result<void> composite(Compositor& compositor, std::uint32_t background);
  [[nodiscard]] Result<void> show_backdrop(Compositor& compositor, const Backdrop& backdrop,
                                           bool opaque, Buffer& cut);
  void spread_damage();

  Layer layer_;
  std::vector<Item> items_;
  std::vector<Item> before_;
  std::vector<Backdrop> backdrops_;
  std::vector<Buffer> cuts_;  // what lies under each backdrop
  Damage damage_;
};

}  // namespace dala::scene
