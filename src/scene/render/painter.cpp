#include "scene/render/painter.hpp"

#include <algorithm>
#include <cmath>

#include "core/error.hpp"

namespace dala::scene {

std::uint32_t multiplied(Rgba color) {
  const auto channel = [&](std::uint8_t v) {
    return static_cast<std::uint32_t>(mul255(v, color.a));
  };
  return channel(color.r) | (channel(color.g) << 8) | (channel(color.b) << 16) |
         (std::uint32_t{color.a} << 24);
}

Painter::Painter(Compositor compositor, Target root, const Options& options)
    : compositor_(std::move(compositor)),
      root_(std::move(root)),
      ground_(multiplied(options.background)),
      realtime_(options.realtime),
      opening_{.sources = options.sources.value_or(SourcePolicy::files()),
               .decode_ahead = std::clamp<std::size_t>(options.decode_ahead, 1, 64),
               .video_memory =
                   media::VideoMemory(options.video_memory, "scene::Options::video_memory")} {}

Result<Painter> Painter::make(const Compute& compute, std::int32_t width, std::int32_t height,
                              const Options& options) {
  DALA_ASSIGN(Compositor compositor, Compositor::make(compute));
  DALA_ASSIGN(Target root, Target::make(compute, width, height));
  Painter painter(std::move(compositor), std::move(root), options);
  if (options.background.a != 255) {
    DALA_ASSIGN(painter.straight_, compute.buffer_zeros({height, width, 4}, DType::u8));
  }
  return painter;
}

Size Painter::scene_size() const {
  return {static_cast<double>(root_.layer().width), static_cast<double>(root_.layer().height)};
}

Result<void> Painter::prepare(NodeId id, const Node& node, std::uint64_t version) {
  const auto found = objects_.find(id);
  if (found != objects_.end() && found->second.kind == node.content.index())
    return scene::prepare(found->second, node, version, compositor_.compute(), opening_);
  NodeObjects made;
  made.kind = node.content.index();
  DALA_TRY(scene::prepare(made, node, version, compositor_.compute(), opening_));
  objects_.insert_or_assign(id, std::move(made));
  return {};
}

Result<void> Painter::load_image(std::uint64_t id, const media::Picture& picture) {
  LoadedImage image;
  DALA_TRY(upload(compositor_.compute(), picture, image.layer));
  if (compositor_.compute().device_info().gpu) image.picture = picture;
  images_[id] = std::move(image);
  return {};
}

Result<void> Painter::renew(const Tree& tree) {
  DALA_TRY(compositor_.renew());
  for (auto& [id, image] : images_)
    if (image.picture) DALA_TRY(upload(compositor_.compute(), *image.picture, image.layer));
  for (auto& [id, objects] : objects_) {
    NodeObjects fresh;
    fresh.kind = objects.kind;
    fresh.player = std::move(objects.player);
    fresh.opened = objects.opened;
    fresh.end_told = objects.end_told;
    fresh.laps_told = objects.laps_told;
    if (fresh.player) fresh.player->renew();
    objects = std::move(fresh);
  }
  for (const auto& [id, entry] : tree.entries()) {
    const bool end_told = objects_[id].end_told;
    DALA_TRY(prepare(id, entry.node, entry.version));
    objects_[id].end_told = end_told;
  }
  return {};
}

unsigned Painter::audio_streams(NodeId id) const {
  const auto found = objects_.find(id);
  return found != objects_.end() && found->second.player ? found->second.player->audio_streams()
                                                         : 0;
}

void Painter::count(Stats& stats) const {
  stats.pixels = compositor_.pixels();
  stats.commands = compositor_.commands();
  for (const auto& [id, objects] : objects_) {
    if (!objects.player) continue;
    stats.frames_dropped += objects.player->dropped();
    stats.textures += objects.player->textures();
  }
}

// --- the tree, from below ---

void Painter::sort_children() {
  children_.clear();
  masks_.clear();
  effects_.clear();
  painted_masks_.clear();
  const auto nodes = state_->nodes();
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Node& node = nodes[i].node();
    if (const auto* effect = std::get_if<Effect>(&node.content);
        effect != nullptr && effect->target != 0) {
      if (nodes[i].transform.visible) effects_.push_back({effect->target, nodes[i].id});
      continue;
    }
    if (nodes[i].transform.mask != 0) masks_.push_back(nodes[i].transform.mask);
    children_.push_back({node.parent, nodes[i].transform.z_index, i});
  }
  std::ranges::sort(children_);
  std::ranges::sort(masks_);
  std::ranges::sort(effects_);
}

bool Painter::is_mask(NodeId id) const { return std::ranges::binary_search(masks_, id); }

bool Painter::has_effects(NodeId id) const {
  const auto found = std::ranges::lower_bound(effects_, Use{id, 0});
  return found != effects_.end() && found->target == id;
}

std::span<const Rect> Painter::changed(const Layer& layer) const {
  for (const auto& [id, objects] : objects_)
    for (const auto* target : {&objects.group, &objects.mask})
      if (*target && (*target)->layer() == layer) return (*target)->damage().rects();
  return {};
}

Result<void> Painter::draw_children(NodeId parent, const Place& place) {
  const auto first = std::ranges::lower_bound(children_, parent, {}, &Child::parent);
  for (auto child = first; child != children_.end() && child->parent == parent; ++child) {
    const NodeState& node = state_->nodes()[child->index];
    if (!is_mask(node.id)) DALA_TRY(draw(node, place));
  }
  return {};
}

Result<void> Painter::draw(const NodeState& node, const Place& place) {
  if (!node.transform.visible) return {};
  const Content& content = node.node().content;
  if (std::holds_alternative<Animation>(content)) return {};
  if (std::holds_alternative<Group>(content)) return draw_group(node, place);
  if (std::holds_alternative<Effect>(content)) return draw_backdrop(node, place);
  if (const auto* overlay = std::get_if<Overlay>(&content);
      overlay != nullptr && (overlay->gradient || !has_effects(node.id)))
    return draw_overlay(node, place);
  DALA_ASSIGN(std::optional<Shown> found, shown(node));
  if (!found) return {};
  return draw_shown(node, *found, place);
}

Result<Target*> Painter::made(std::optional<Target>& target) {
  if (!target) {
    DALA_ASSIGN(target,
                Target::make(compositor_.compute(), root_.layer().width, root_.layer().height));
  }
  return &*target;
}

Affine Painter::parent_map(const NodeState& node) const {
  const NodeState* parent = state_->find(node.node().parent);
  if (parent == nullptr) return {};
  return scene::place(*parent, parent_map(*parent), scene_size()).to_target;
}

Result<void> Painter::add_item(Item item, const NodeState& node, const Place& place) {
  item.node = node.id;
  if (const NodeId mask = node.transform.mask; mask != 0) {
    DALA_ASSIGN(Target * target, made(objects_[mask].mask));
    // Where the mask itself lies does not depend on who is masked.
    if (const NodeState* state = state_->find(mask);
        state != nullptr && std::ranges::find(painted_masks_, mask) == painted_masks_.end()) {
      target->begin();
      DALA_TRY(draw(*state, {target, parent_map(*state)}));
      DALA_TRY(
          target->paint(compositor_, 0, all_, [&](const Layer& layer) { return changed(layer); }));
      painted_masks_.push_back(mask);
    }
    item.mask = target->layer();
  }
  place.target->add(item);
  return {};
}

Result<void> Painter::draw_group(const NodeState& node, const Place& place) {
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

Result<void> Painter::draw_backdrop(const NodeState& node, const Place& place) {
  const Transform& t = node.transform;
  const Placed placed = scene::place(node, place.to_target, scene_size());
  std::optional<Item> item =
      item_at(placed, t.corner_radius, t.opacity, t.blend, place.target->frame());
  if (!item) return {};
  EffectRunner& effect = *objects_.at(node.id).effect;
  for (const FilterValue& value : state_->filter_values())
    if (value.effect == node.id) effect.set(value.filter, *value.param, value.value);
  item->node = node.id;
  place.target->add_backdrop(*item, effect);
  return {};
}

Result<void> Painter::draw_overlay(const NodeState& node, const Place& place) {
  const Transform& t = node.transform;
  const auto& overlay = std::get<Overlay>(node.node().content);
  const Placed placed = scene::place(node, place.to_target, scene_size());
  std::optional<Item> item =
      item_at(placed, t.corner_radius, t.opacity, t.blend, place.target->frame());
  if (!item) return {};
  if (!overlay.gradient) {
    item->color = multiplied(node.color);
    return add_item(*item, node, place);
  }
  DALA_ASSIGN(const std::optional<Shown> found, shown(node));
  if (!found) return {};
  // Along the line of its direction through the middle, as long as the box is in that direction.
  const double angle = overlay.gradient->angle * M_PI / 180;
  const double c = std::cos(angle);
  const double s = std::sin(angle);
  const double length =
      std::max((placed.box.width * std::abs(c)) + (placed.box.height * std::abs(s)), 1e-6);
  const double steps = found->layer.width - 1;
  const double start =
      0.5 + (steps / 2) - (steps / length * ((c * placed.box.width) + (s * placed.box.height)) / 2);
  const Affine along{steps / length * c, steps / length * s, start, 0, 0, 0.5};
  const Affine map = along * placed.to_target.inverse() *
                     Affine::move(item->bounds.x0 + 0.5, item->bounds.y0 + 0.5);
  show_layer(*item, found->layer, map, found->box);
  return add_item(*item, node, place);
}

Result<void> Painter::draw_shown(const NodeState& node, const Shown& shown, const Place& place) {
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

Result<bool> Painter::paint(const SceneState& state, Time pts, bool all,
                            const std::function<void(Event)>& tell) {
  state_ = &state;
  tell_ = &tell;
  pts_ = pts;
  all_ = all;
  sort_children();
  root_.begin();
  DALA_TRY(draw_children(0, {&root_, {}}));
  DALA_TRY(
      root_.paint(compositor_, ground_, all, [&](const Layer& layer) { return changed(layer); }));
  if (root_.damage().empty()) return false;
  if (straight_) DALA_TRY(compositor_.divide(root_.layer().buffer, straight_));
  return true;
}

}  // namespace dala::scene
