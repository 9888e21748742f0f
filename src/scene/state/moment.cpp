#include "scene/state/moment.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/overloaded.hpp"
#include "scene/describe/node_traits.hpp"

namespace dala::scene {

namespace {

void set(Transform& t, NodeState& state, const AnimatedNumber& number, double value) {
  const auto set_part = [&](auto& list) { list[number.part] = value; };
  std::visit(Overloaded{[&](const field::Number& to) { to.value(&t) = value; },
                        [&](const field::Whole& to) { to.set(&t, std::llround(value)); },
                        [&](const field::Flag& to) { to.value(&t) = value >= 0.5; },
                        [&](const field::Numbers& to) {
                          // A node that leaves these open has only those parts of them that are
                          // animated.
                          if (std::holds_alternative<field::Member<std::optional<Size>>>(to.value))
                            return set_part(state.size);
                          if (std::holds_alternative<field::Member<std::optional<Crop>>>(to.value))
                            return set_part(state.crop);
                          auto values = to.get(&t).value_or(field::Numbers::Values{});
                          if (number.part == AnimatedNumber::all)
                            values.fill(value);
                          else
                            values[number.part] = value;
                          to.set(&t, values);
                        },
                        [](const auto&) {}},
             number.field->kind);
}

// The address of an animated number inside a node's content.
const void* member_of(const Content& content, const AnimatedNumber& number) {
  const void* object = object_of(content);
  for (const Field* part : number.parts) object = std::get<field::Part>(part->kind).in(object);
  if (const auto* color = std::get_if<field::Color>(&number.field->kind)) {
    const Rgba& rgba = color->value(object);
    return std::array{&rgba.r, &rgba.g, &rgba.b, &rgba.a}[number.part];
  }
  return &std::get<field::Number>(number.field->kind).value(object);
}

// An animation changes only the state of the moment: the value is kept there with the address of
// the number in the content, which stays as the user gave it.
void animate(NodeState& state, const AnimatedNumber& number, double value) {
  value = std::clamp(value, number.min(), number.max());
  if (number.of_transform) return set(state.transform, state, number, value);
  const void* member = member_of(state.node().content, number);
  for (NodeState::Animated& before : state.numbers)
    if (before.member == member) {
      before.value = value;
      return;
    }
  state.numbers.push_back({member, value});
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
  if (const auto* pip = pip_of(entry.node.content); pip != nullptr && *pip)
    place_pip(state.transform, **pip, scene);
  return state;
}

NodeState* find_in(std::vector<NodeState>& nodes, NodeId id) {
  const auto found = std::ranges::lower_bound(nodes, id, {}, &NodeState::id);
  return found == nodes.end() || found->id != id ? nullptr : &*found;
}

}  // namespace

double NodeState::now(const double& described) const {
  for (const Animated& number : numbers)
    if (number.member == &described) return number.value;
  return described;
}

Rgba NodeState::now(const Rgba& described) const {
  const auto channel = [&](const std::uint8_t& byte) {
    for (const Animated& number : numbers)
      if (number.member == &byte) return static_cast<std::uint8_t>(std::lround(number.value));
    return byte;
  };
  return {channel(described.r), channel(described.g), channel(described.b), channel(described.a)};
}

const NodeState* Moment::find(NodeId id) const {
  const auto found = std::ranges::lower_bound(nodes_, id, {}, &NodeState::id);
  return found == nodes_.end() || found->id != id ? nullptr : &*found;
}

void Moment::animate(const Tree::Entry& entry, Time pts) {
  const auto& animation = std::get<Animation>(entry.node.content);
  const Property& property = *entry.property;
  const double value = value_at(animation, pts);
  if (property.number == nullptr)
    filters_.push_back({animation.target, property.filter, &property.param, value});
  else if (NodeState* target = find_in(nodes_, animation.target))
    scene::animate(*target, *property.number, value);
}

void Moment::evaluate(const Tree& tree, std::span<const Transition> transitions, Size scene,
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
    return traits_of(entry.second.node.content).changes_with_time || entry.second.knows_time;
  });
}

}  // namespace dala::scene
