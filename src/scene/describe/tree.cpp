#include "scene/describe/tree.hpp"

#include <algorithm>
#include <set>

#include "core/error.hpp"
#include "scene/describe/fields.hpp"

namespace dala::scene {

namespace {

constexpr std::size_t most_nodes = 10000;
constexpr int deepest = 64;

}  // namespace

Result<const Tree::Entry*> Tree::find(NodeId id) const {
  const auto found = entries_.find(id);
  if (found == entries_.end())
    return fail(ErrorCode::invalid_argument, "no node has the id {}; {}", id,
                id != 0 && id < next_ ? "it was removed" : "add_node gives ids");
  return &found->second;
}

Result<NodeId> Tree::find(std::string_view key) const {
  for (const auto& [id, entry] : entries_)
    if (!key.empty() && entry.node.key == key) return id;
  return fail(ErrorCode::invalid_argument, "no node has the key \"{}\"", key);
}

bool Tree::is_inside(NodeId id, NodeId group) const {
  for (NodeId at = id; at != 0;) {
    if (at == group) return true;
    const auto found = entries_.find(at);
    if (found == entries_.end()) return false;
    at = found->second.node.parent;
  }
  return false;
}

Result<void> Tree::check_place(NodeId id, const Node& node) const {
  if (!node.key.empty())
    if (const auto other = find(node.key); other && *other != id)
      return fail(ErrorCode::already_exists, "node {} has the key \"{}\" already", *other,
                  node.key);
  if (node.parent == 0) return {};
  DALA_ASSIGN(const Entry* parent, find(node.parent));
  if (!std::holds_alternative<Group>(parent->node.content))
    return fail(ErrorCode::invalid_argument, "node {} is a {}; only a group can be a parent",
                node.parent, kind_of(parent->node));
  if (is_inside(node.parent, id))
    return fail(ErrorCode::invalid_argument, "group {} cannot be inside itself: node {} is in it",
                id, node.parent);
  int depth = 0;
  for (NodeId at = node.parent; at != 0; at = entries_.at(at).node.parent) ++depth;
  if (depth > deepest)
    return fail(ErrorCode::invalid_argument, "groups are nested {} deep; {} is the most", depth,
                deepest);
  return {};
}

Result<void> Tree::check_mask(const Node& node) const {
  if (node.transform.mask == 0) return {};
  DALA_ASSIGN(const Entry* mask, find(node.transform.mask));
  const bool has_no_picture = std::holds_alternative<Animation>(mask->node.content) ||
                              std::holds_alternative<Effect>(mask->node.content);
  if (has_no_picture)
    return fail(ErrorCode::invalid_argument, "node {} is an {} and cannot be a mask",
                node.transform.mask, kind_of(mask->node));
  return {};
}

// Neither a mask nor anything inside it may have a mask, which rules out cycles.
Result<void> Tree::check_circles(NodeId id, const Node& node) const {
  const auto node_of = [&](NodeId other) -> const Node& {
    return other == id ? node : entries_.at(other).node;
  };
  std::set<NodeId> masks;
  std::vector<NodeId> masked;
  const auto note = [&](NodeId other, const Node& said) {
    if (said.transform.mask == 0) return;
    masks.insert(said.transform.mask);
    masked.push_back(other);
  };
  for (const auto& [other, entry] : entries_)
    if (other != id) note(other, entry.node);
  note(id, node);
  for (const NodeId other : masked)
    for (NodeId at = other; at != 0; at = node_of(at).parent)
      if (masks.contains(at))
        return fail(ErrorCode::invalid_argument,
                    "node {} has a mask and would be node {}, or inside it, which is a mask itself",
                    other, at);
  return {};
}

Result<void> Tree::check_users(NodeId id, const Node& node) const {
  for (const auto& [other, entry] : entries_) {
    if (const auto* animation = std::get_if<Animation>(&entry.node.content);
        animation != nullptr && animation->target == id)
      DALA_TRY(find_property(animation->property, node));
    if (entry.node.parent == id && !std::holds_alternative<Group>(node.content))
      return fail(ErrorCode::invalid_argument, "node {} has nodes inside and must stay a group",
                  id);
  }
  return {};
}

Result<Tree::Entry> Tree::checked(NodeId id, const Node& node) const {
  DALA_TRY(check_node(node));
  DALA_TRY(check_place(id, node));
  DALA_TRY(check_mask(node));
  DALA_TRY(check_circles(id, node));
  Entry entry{.node = node, .version = version_ + 1};
  if (const auto* effect = std::get_if<Effect>(&node.content))
    entry.knows_time = knows_time(*effect);
  if (const auto* effect = std::get_if<Effect>(&node.content);
      effect != nullptr && effect->target != 0) {
    DALA_ASSIGN(const Entry* target, find(effect->target));
    if (std::holds_alternative<Effect>(target->node.content) ||
        std::holds_alternative<Animation>(target->node.content))
      return fail(ErrorCode::invalid_argument, "node {} is an {}, which has no picture to change",
                  effect->target, kind_of(target->node));
  }
  if (const auto* animation = std::get_if<Animation>(&node.content)) {
    DALA_ASSIGN(const Entry* target, find(animation->target));
    if (std::holds_alternative<Animation>(target->node.content))
      return fail(ErrorCode::invalid_argument, "node {} is an animation, which cannot be animated",
                  animation->target);
    DALA_ASSIGN(entry.property, find_property(animation->property, target->node));
    DALA_TRY(check_values(*entry.property, *animation));
  }
  return entry;
}

Result<NodeId> Tree::add(const Node& node) {
  if (entries_.size() >= most_nodes)
    return fail(ErrorCode::out_of_memory, "a scene has {} nodes at most", most_nodes);
  DALA_ASSIGN(Entry entry, checked(next_, node));
  entries_.emplace(next_, std::move(entry));
  ++version_;
  return next_++;
}

Result<void> Tree::update(NodeId id, const Node& node) {
  DALA_TRY(find(id));
  DALA_ASSIGN(Entry entry, checked(id, node));
  DALA_TRY(check_users(id, node));
  entries_[id] = std::move(entry);
  // The node may have another type now, whose properties lie elsewhere although their names are the
  // same, so animations of it look them up again.
  for (auto& [other, user] : entries_) {
    const auto* animation = std::get_if<Animation>(&user.node.content);
    if (animation == nullptr || animation->target != id || user.property->number == nullptr)
      continue;
    DALA_ASSIGN(user.property, find_property(animation->property, node));
  }
  ++version_;
  return {};
}

void Tree::set_transform(NodeId id, const Transform& transform) {
  Entry& entry = entries_[id];
  entry.node.transform = transform;
  entry.version = ++version_;
}

Result<std::vector<NodeId>> Tree::remove(NodeId id) {
  DALA_TRY(find(id));
  std::vector<NodeId> gone = {id};
  const auto goes = [&](NodeId other) { return std::ranges::find(gone, other) != gone.end(); };
  for (std::size_t before = 0; before != gone.size();) {
    before = gone.size();
    for (const auto& [other, entry] : entries_) {
      if (goes(other)) continue;
      if (goes(entry.node.parent) || goes(target_of(entry.node.content))) gone.push_back(other);
    }
  }
  for (const auto& [other, entry] : entries_)
    if (!goes(other) && entry.node.transform.mask != 0 && goes(entry.node.transform.mask))
      return fail(ErrorCode::invalid_argument,
                  "node {} is the mask of node {}; take the mask away first",
                  entry.node.transform.mask, other);
  for (const NodeId other : gone) entries_.erase(other);
  ++version_;
  return gone;
}

}  // namespace dala::scene
