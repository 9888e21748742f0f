// Turns what a node shows into an item: a group, a backdrop, a colour, an image.
#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "scene/render/scene_renderer.hpp"

namespace dala::scene {

Result<void> SceneRenderer::draw_group(const NodeState& node, const Place& place) {
  const Transform& t = node.transform;
  const Placed placed = scene::place(node, place.to_target, scene_size());
  const bool clips = std::get<Group>(node.node().content).clip || t.corner_radius > 0;
  const bool alone = clips || std::lround(t.opacity * 255) != 255 || t.blend != BlendMode::normal ||
                     t.mask != 0 || has_effects(node.id);
  if (!alone) return draw_children(node.id, {place.target, placed.to_target});
  DALA_ASSIGN(Target * target, made(objects_[node.id].group));
  target->begin();
  DALA_TRY(draw_children(node.id, {target, placed.to_target}));
  DALA_TRY(target->paint(compositor_, 0, all_, [&](const Layer& layer) { return changed(layer); }));
  const Rect frame = place.target->frame();
  const Placed whole{{}, scene_size()};
  std::optional<Item> item =
      item_at(clips ? placed : whole, t.corner_radius, t.opacity, t.blend, frame);
  if (!item) return {};
  DALA_ASSIGN(const Layer layer, with_effects(node.id, target->layer()));
  // Effects may reach beyond what is drawn in the group; without them there is nothing else.
  if (!has_effects(node.id)) {
    const Rect old = item->bounds;
    item->bounds = intersection(old, target->reach());
    if (item->bounds.empty()) return {};
    item->box.x0 += static_cast<float>(item->bounds.x0 - old.x0) * item->box.xx +
                    static_cast<float>(item->bounds.y0 - old.y0) * item->box.xy;
    item->box.y0 += static_cast<float>(item->bounds.x0 - old.x0) * item->box.yx +
                    static_cast<float>(item->bounds.y0 - old.y0) * item->box.yy;
  }
  const Crop all{0, 0, static_cast<double>(layer.width), static_cast<double>(layer.height)};
  show_layer(*item, layer, picture_map(*item, whole, all), all);
  return add_item(*item, node, place);
}

Result<void> SceneRenderer::draw_backdrop(const NodeState& node, const Place& place) {
  const Transform& t = node.transform;
  const Placed placed = scene::place(node, place.to_target, scene_size());
  std::optional<Item> item =
      item_at(placed, t.corner_radius, t.opacity, t.blend, place.target->frame());
  if (!item) return {};
  item->node = node.id;
  place.target->add_backdrop(*item, runner_of(node.id));
  return {};
}

Result<void> SceneRenderer::draw_box(const NodeState& node, const Shown& shown,
                                     const Place& place) {
  const Transform& t = node.transform;
  const Placed placed = scene::place(node, place.to_target, shown.natural);
  std::optional<Item> item =
      item_at(placed, t.corner_radius, t.opacity, t.blend, place.target->frame());
  if (!item) return {};
  if (shown.solid) {
    item->color = premultiplied(*shown.solid);
    return add_item(*item, node, place);
  }
  // The gradient line goes through the centre in the given direction and is as long as the box in
  // that direction.
  const double angle = *shown.along * M_PI / 180;
  const double c = std::cos(angle);
  const double s = std::sin(angle);
  const double length =
      std::max((placed.box.width * std::abs(c)) + (placed.box.height * std::abs(s)), 1e-6);
  const double steps = shown.layer.width - 1;
  const double start =
      0.5 + (steps / 2) - (steps / length * ((c * placed.box.width) + (s * placed.box.height)) / 2);
  const Affine along{steps / length * c, steps / length * s, start, 0, 0, 0.5};
  const Affine map = along * placed.to_target.inverse() *
                     Affine::move(item->bounds.x0 + 0.5, item->bounds.y0 + 0.5);
  show_layer(*item, shown.layer, map, shown.box);
  return add_item(*item, node, place);
}

Result<void> SceneRenderer::draw_picture(const NodeState& node, const Shown& shown,
                                         const Place& place) {
  const Transform& t = node.transform;
  Placed placed = scene::place(node, place.to_target, shown.natural);
  Fitted fit = fitted(node, placed, shown.natural);
  // The box is where the letters' own is; shadows and the like lie around it.
  Crop source = fit.source;
  source.x += shown.box.x;
  source.y += shown.box.y;
  const bool reaches_out =
      shown.layer.width > shown.box.width || shown.layer.height > shown.box.height;
  if (reaches_out && !t.crop && t.corner_radius <= 0) {
    const double across = fit.placed.box.width / source.width;
    const double down = fit.placed.box.height / source.height;
    fit.placed.to_target =
        fit.placed.to_target * Affine::move(-source.x * across, -source.y * down);
    fit.placed.box = {shown.layer.width * across, shown.layer.height * down};
    source = {0, 0, static_cast<double>(shown.layer.width),
              static_cast<double>(shown.layer.height)};
  }
  std::optional<Item> item =
      item_at(fit.placed, t.corner_radius, t.opacity, t.blend, place.target->frame());
  if (!item) return {};
  Affine map = picture_map(*item, fit.placed, source);
  const double shrink = shrinking(map);
  std::int32_t factor = 1;
  while (factor * 2 <= shrink + 1e-6 && factor < 16384) factor *= 2;
  Layer layer = shown.layer;
  if (factor > 1) {
    DALA_ASSIGN(layer, objects_[node.id].shrunk.at(compositor_, shown.layer, factor));
    map = Affine::scale(1.0 / factor, 1.0 / factor) * map;
    source = {source.x / factor, source.y / factor, source.width / factor, source.height / factor};
  }
  show_layer(*item, layer, map, source);
  return add_item(*item, node, place);
}

}  // namespace dala::scene
