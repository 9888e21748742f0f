#include "scene/render/scene_renderer.hpp"

#include <algorithm>

#include "core/error.hpp"

namespace dala::scene {

std::uint32_t premultiplied(Rgba color) {
  const auto channel = [&](std::uint8_t v) {
    return static_cast<std::uint32_t>(mul255(v, color.a));
  };
  return channel(color.r) | (channel(color.g) << 8) | (channel(color.b) << 16) |
         (std::uint32_t{color.a} << 24);
}

SceneRenderer::SceneRenderer(Compositor compositor, Target root, const Options& options)
    : compositor_(std::move(compositor)),
      root_(std::move(root)),
      background_(premultiplied(options.background)),
      realtime_(options.realtime),
      opening_{.sources = options.sources.value_or(SourcePolicy::files()),
               .decode_ahead = std::clamp<std::size_t>(options.decode_ahead, 1, 64),
               .video_memory =
                   media::VideoMemory(options.video_memory, "scene::Options::video_memory")} {}

Result<SceneRenderer> SceneRenderer::make(const Compute& compute, std::int32_t width,
                                          std::int32_t height, const Options& options) {
  DALA_ASSIGN(Compositor compositor, Compositor::make(compute));
  DALA_ASSIGN(Target root, Target::make(compute, width, height));
  SceneRenderer painter(std::move(compositor), std::move(root), options);
  if (options.background.a != 255) {
    DALA_ASSIGN(painter.straight_, compute.buffer_zeros({height, width, 4}, DType::u8));
  }
  return painter;
}

Size SceneRenderer::scene_size() const {
  return {static_cast<double>(root_.layer().width), static_cast<double>(root_.layer().height)};
}

Result<void> SceneRenderer::prepare(NodeId id, const Node& node, std::uint64_t version) {
  const std::size_t type = node.content.index();
  if (const auto found = objects_.find(id); found != objects_.end() && found->second.type == type) {
    NodeObject* own = found->second.own.get();
    return own == nullptr ? Result<void>() : own->prepare(node.content, version, opening_);
  }
  OnDevice made{.type = type, .own = make_object(node.content, compositor_.compute())};
  if (made.own) DALA_TRY(made.own->prepare(node.content, version, opening_));
  objects_.insert_or_assign(id, std::move(made));
  return {};
}

Result<void> SceneRenderer::renew(const Tree& tree) {
  DALA_TRY(compositor_.renew());
  DALA_TRY(images_.renew(compositor_.compute()));
  for (const auto& [id, entry] : tree.entries()) {
    OnDevice fresh{.type = entry.node.content.index(),
                   .own = make_object(entry.node.content, compositor_.compute())};
    if (const auto lost = objects_.find(id);
        fresh.own && lost != objects_.end() && lost->second.type == fresh.type)
      fresh.own->take_over(*lost->second.own);
    objects_.insert_or_assign(id, std::move(fresh));
  }
  for (const auto& [id, entry] : tree.entries()) DALA_TRY(prepare(id, entry.node, entry.version));
  return {};
}

unsigned SceneRenderer::audio_streams(NodeId id) const {
  const auto found = objects_.find(id);
  const Player* player =
      found == objects_.end() || !found->second.own ? nullptr : found->second.own->player();
  return player == nullptr ? 0 : player->audio_streams();
}

void SceneRenderer::count(Stats& stats) const {
  stats.pixels = compositor_.pixels();
  stats.commands = compositor_.commands();
  for (const auto& [id, objects] : objects_) {
    const Player* player = objects.own ? objects.own->player() : nullptr;
    if (player == nullptr) continue;
    stats.frames_dropped += player->dropped();
    stats.textures += player->textures();
  }
}

// --- the tree, from below ---

void SceneRenderer::sort_children() {
  children_.clear();
  masks_.clear();
  effects_.clear();
  painted_masks_.clear();
  const auto nodes = moment_->nodes();
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

bool SceneRenderer::is_mask(NodeId id) const { return std::ranges::binary_search(masks_, id); }

bool SceneRenderer::has_effects(NodeId id) const {
  const auto found = std::ranges::lower_bound(effects_, Use{id, 0});
  return found != effects_.end() && found->target == id;
}

std::span<const Rect> SceneRenderer::changed(const Layer& layer) const {
  for (const auto& [id, objects] : objects_)
    for (const auto* target : {&objects.group, &objects.mask})
      if (*target && (*target)->layer() == layer) return (*target)->damage().rects();
  return {};
}

Result<void> SceneRenderer::draw_children(NodeId parent, const Place& place) {
  const auto first = std::ranges::lower_bound(children_, parent, {}, &Child::parent);
  for (auto child = first; child != children_.end() && child->parent == parent; ++child) {
    const NodeState& node = moment_->nodes()[child->index];
    if (!is_mask(node.id)) DALA_TRY(draw(node, place));
  }
  return {};
}

Result<void> SceneRenderer::draw(const NodeState& node, const Place& place) {
  if (!node.transform.visible) return {};
  const Content& content = node.node().content;
  if (std::holds_alternative<Animation>(content)) return {};
  if (std::holds_alternative<Group>(content)) return draw_group(node, place);
  if (std::holds_alternative<Effect>(content)) return draw_backdrop(node, place);
  DALA_ASSIGN(const std::optional<Shown> found, shown(node));
  if (!found) return {};
  return found->solid || found->along ? draw_box(node, *found, place)
                                      : draw_picture(node, *found, place);
}

Result<std::optional<Shown>> SceneRenderer::shown(const NodeState& node) {
  NodeObject* own = objects_[node.id].own.get();
  if (own == nullptr) return std::nullopt;
  DALA_ASSIGN(std::optional<Shown> out, own->show(node, {.compositor = compositor_,
                                                         .opening = opening_,
                                                         .images = images_,
                                                         .scene = scene_size(),
                                                         .pts = pts_,
                                                         .realtime = realtime_,
                                                         .tell = *tell_,
                                                         .has_effects = has_effects(node.id)}));
  if (!out || !out->layer.buffer || !has_effects(node.id)) return out;
  const Layer before = out->layer;
  DALA_ASSIGN(out->layer, with_effects(node.id, before));
  if (out->layer.width == before.width && out->layer.height == before.height) return out;
  // Where filters changed the size, that of the picture is another.
  Shown resized = whole(out->layer);
  if (out->along) resized.natural = out->natural;
  resized.along = out->along;
  return resized;
}

EffectRunner& SceneRenderer::runner_of(NodeId effect) {
  EffectRunner& runner = *objects_.at(effect).own->effect();
  for (const FilterValue& value : moment_->filter_values())
    if (value.effect == effect) runner.set(value.filter, *value.param, value.value);
  return runner;
}

Result<Layer> SceneRenderer::with_effects(NodeId id, Layer layer) {
  auto use = std::ranges::lower_bound(effects_, Use{id, 0});
  for (; use != effects_.end() && use->target == id; ++use) {
    DALA_ASSIGN(layer, runner_of(use->effect).run(compositor_, layer));
  }
  return layer;
}

Result<Target*> SceneRenderer::made(std::optional<Target>& target) {
  if (!target) {
    DALA_ASSIGN(target,
                Target::make(compositor_.compute(), root_.layer().width, root_.layer().height));
  }
  return &*target;
}

Affine SceneRenderer::parent_map(const NodeState& node) const {
  const NodeState* parent = moment_->find(node.node().parent);
  if (parent == nullptr) return {};
  return scene::place(*parent, parent_map(*parent), scene_size()).to_target;
}

Result<void> SceneRenderer::add_item(Item item, const NodeState& node, const Place& place) {
  item.node = node.id;
  if (const NodeId mask = node.transform.mask; mask != 0) {
    DALA_ASSIGN(Target * target, made(objects_[mask].mask));
    // Where the mask itself lies does not depend on who is masked.
    if (const NodeState* state = moment_->find(mask);
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

Result<bool> SceneRenderer::paint(const Moment& moment, Time pts, bool all,
                                  const std::function<void(Event)>& tell) {
  moment_ = &moment;
  tell_ = &tell;
  pts_ = pts;
  all_ = all;
  sort_children();
  root_.begin();
  DALA_TRY(draw_children(0, {&root_, {}}));
  DALA_TRY(root_.paint(compositor_, background_, all,
                       [&](const Layer& layer) { return changed(layer); }));
  if (root_.damage().empty()) return false;
  if (straight_) DALA_TRY(compositor_.unpremultiply(root_.layer().buffer, straight_));
  return true;
}

}  // namespace dala::scene
