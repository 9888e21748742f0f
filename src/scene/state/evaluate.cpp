#include <algorithm>
#include <cmath>

#include <dala/text.hpp>

#include "scene/state/node_state.hpp"

namespace dala::scene {

namespace {

std::uint8_t byte(double value) {
  return static_cast<std::uint8_t>(std::lround(std::clamp(value, 0.0, 255.0)));
}

// Values stay where a description's would have to be.
void set(NodeState& state, Property::Kind kind, double value) {
  using K = Property::Kind;
  Transform& t = state.transform;
  constexpr double most = 65536;
  switch (kind) {
    case K::position_x:
      t.position.x = std::clamp(value, -1e6, 1e6);
      break;
    case K::position_y:
      t.position.y = std::clamp(value, -1e6, 1e6);
      break;
    case K::size_width:
      state.size[0] = std::clamp(value, 0.0, most);
      break;
    case K::size_height:
      state.size[1] = std::clamp(value, 0.0, most);
      break;
    case K::scale:
      t.scale = {std::clamp(value, -1e4, 1e4), std::clamp(value, -1e4, 1e4)};
      break;
    case K::scale_x:
      t.scale.x = std::clamp(value, -1e4, 1e4);
      break;
    case K::scale_y:
      t.scale.y = std::clamp(value, -1e4, 1e4);
      break;
    case K::rotation:
      t.rotation = std::clamp(value, -1e6, 1e6);
      break;
    case K::anchor_x:
      t.anchor.x = std::clamp(value, -100.0, 100.0);
      break;
    case K::anchor_y:
      t.anchor.y = std::clamp(value, -100.0, 100.0);
      break;
    case K::opacity:
      t.opacity = std::clamp(value, 0.0, 1.0);
      break;
    case K::z_index:
      t.z_index = static_cast<int>(std::lround(value));
      break;
    case K::visible:
      t.visible = value >= 0.5;
      break;
    case K::corner_radius:
      t.corner_radius = std::clamp(value, 0.0, most);
      break;
    case K::crop_x:
    case K::crop_y:
    case K::crop_width:
    case K::crop_height:
      state.crop[static_cast<std::size_t>(kind) - static_cast<std::size_t>(K::crop_x)] =
          std::clamp(value, 0.0, most);
      break;
    case K::color_r:
      state.color.r = byte(value);
      break;
    case K::color_g:
      state.color.g = byte(value);
      break;
    case K::color_b:
      state.color.b = byte(value);
      break;
    case K::color_a:
      state.color.a = byte(value);
      break;
    case K::strength:
      state.strength = std::clamp(value, 1.0, 64.0);
      break;
    case K::text_size:
      state.text_size = std::clamp(value, 1.0, max_text_size);
      break;
    case K::text_wrap_width:
      state.text_wrap_width = std::clamp(value, 0.0, max_text_length);
      break;
    case K::filter_param:
    case K::kernel_param:
      break;
  }
}

double between(double from, double to, double share) { return from + ((to - from) * share); }
Point between(Point from, Point to, double share) {
  return {between(from.x, to.x, share), between(from.y, to.y, share)};
}

void change(Transform& t, const Transform& from, double share) {
  t.position = between(from.position, t.position, share);
  t.scale = between(from.scale, t.scale, share);
  t.anchor = between(from.anchor, t.anchor, share);
  t.rotation = between(from.rotation, t.rotation, share);
  t.opacity = std::clamp(between(from.opacity, t.opacity, share), 0.0, 1.0);
  t.corner_radius = std::max(between(from.corner_radius, t.corner_radius, share), 0.0);
  if (from.size && t.size)
    t.size = Size{std::max(between(from.size->width, t.size->width, share), 0.0),
                  std::max(between(from.size->height, t.size->height, share), 0.0)};
  if (from.crop && t.crop)
    t.crop = Crop{std::max(between(from.crop->x, t.crop->x, share), 0.0),
                  std::max(between(from.crop->y, t.crop->y, share), 0.0),
                  std::max(between(from.crop->width, t.crop->width, share), 1.0),
                  std::max(between(from.crop->height, t.crop->height, share), 1.0)};
}

// The box of picture in picture.
void place_pip(Transform& transform, const Pip& pip, Size scene) {
  constexpr double margin = 20;
  transform.size = pip.size;
  transform.position = pip.position.value_or(Point{scene.width - pip.size.width - margin, margin});
}

NodeState begin(NodeId id, const Tree::Entry& entry, Size scene) {
  NodeState state{.id = id, .entry = &entry, .transform = entry.node.transform};
  if (const auto* video = std::get_if<Video>(&entry.node.content); video != nullptr && video->pip)
    place_pip(state.transform, *video->pip, scene);
  if (const auto* image = std::get_if<Image>(&entry.node.content); image != nullptr && image->pip)
    place_pip(state.transform, *image->pip, scene);
  if (const auto* overlay = std::get_if<Overlay>(&entry.node.content)) state.color = overlay->color;
  if (const auto* background = std::get_if<VirtualBackground>(&entry.node.content))
    state.strength = background->strength;
  if (const auto* text = std::get_if<Text>(&entry.node.content)) {
    state.text_size = text->style.size;
    state.text_wrap_width = text->style.wrap_width;
  }
  return state;
}

NodeState* find_in(std::vector<NodeState>& nodes, NodeId id) {
  const auto found = std::ranges::lower_bound(nodes, id, {}, &NodeState::id);
  return found == nodes.end() || found->id != id ? nullptr : &*found;
}

}  // namespace

const NodeState* SceneState::find(NodeId id) const {
  const auto found = std::ranges::lower_bound(nodes_, id, {}, &NodeState::id);
  return found == nodes_.end() || found->id != id ? nullptr : &*found;
}

void SceneState::animate(const Tree::Entry& entry, Time pts) {
  const auto& animation = std::get<Animation>(entry.node.content);
  const Property& property = *entry.property;
  const double value = value_at(animation, pts);
  if (property.kind == Property::Kind::filter_param ||
      property.kind == Property::Kind::kernel_param)
    filters_.push_back({animation.target, property.filter, &property.param, value});
  else if (NodeState* target = find_in(nodes_, animation.target))
    set(*target, property.kind, value);
}

void SceneState::evaluate(const Tree& tree, std::span<const Transition> transitions, Size scene,
                          Time pts) {
  nodes_.clear();
  filters_.clear();
  for (const auto& [id, entry] : tree.entries()) {
    nodes_.push_back(begin(id, entry, scene));
    if (entry.knows_time)
      filters_.push_back({id, of_kernel, &time_param, std::chrono::duration<double>(pts).count()});
  }
  // Animations that are not visible do nothing.
  for (const auto& [id, entry] : tree.entries())
    if (entry.property && entry.node.transform.visible) animate(entry, pts);
  for (const Transition& transition : transitions) {
    NodeState* node = find_in(nodes_, transition.node);
    if (node == nullptr) continue;
    const double time = std::chrono::duration<double>(pts - transition.start).count() /
                        std::chrono::duration<double>(transition.duration).count();
    const double share = ease(transition.easing, transition.is_over(pts) ? 1 : time);
    const double shown = std::clamp(share, 0.0, 1.0);
    if (transition.kind == Transition::Kind::change)
      change(node->transform, transition.from, share);
    else
      node->transform.opacity *= transition.kind == Transition::Kind::appear ? shown : 1 - shown;
  }
}

bool depends_on_time(const Tree& tree) {
  return std::ranges::any_of(tree.entries(), [](const auto& entry) {
    const Content& content = entry.second.node.content;
    return std::holds_alternative<Animation>(content) || std::holds_alternative<Video>(content) ||
           std::holds_alternative<VirtualBackground>(content) || entry.second.knows_time;
  });
}

}  // namespace dala::scene
