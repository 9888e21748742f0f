// Where nodes lie in a target, as items.
#pragma once

#include <optional>

#include "scene/compose/item.hpp"
#include "scene/state/moment.hpp"

namespace dala::scene {

// A box with its corner at (0, 0), and where it lies in the target.
struct Placed {
  Affine to_target = {};
  Size box = {};
};

// `natural` is the size that it has where nobody says another.
[[nodiscard]] Placed place(const NodeState& state, const Affine& parent, Size natural);

// What of a picture of this size is shown, and in which box, after crop and fit.
struct Fitted {
  Placed placed = {};
  Crop source = {};
};
[[nodiscard]] Fitted fitted(const NodeState& state, const Placed& placed, Size picture);

// How an item lies, without what it shows. Nothing when it is not seen in `frame`.
[[nodiscard]] std::optional<Item> item_at(const Placed& placed, double radius, double opacity,
                                          BlendMode blend, const Rect& frame);

// From pixels of the target, counted from the bounds of an item, to those of a picture of which
// `source` fills the box.
[[nodiscard]] Affine picture_map(const Item& item, const Placed& placed, const Crop& source);
// By how much a picture is made smaller by that map.
[[nodiscard]] double shrinking(const Affine& map);
// `map` is that of the whole layer.
void show_layer(Item& item, const Layer& layer, const Affine& map, const Crop& source);

}  // namespace dala::scene
