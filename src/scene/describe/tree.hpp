// The description of a scene: nodes by their ids, checked, so that everything in the tree can be
// drawn.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include <dala/scene/node.hpp>

#include "scene/describe/property.hpp"

namespace dala::scene {

class Tree {
 public:
  struct Entry {
    Node node = {};
    std::uint64_t version = 0;              // changes with each change of the node
    std::optional<Property> property = {};  // of an animation
    bool knows_time = false;                // of an effect: its kernel is told the time
  };
  using Entries = std::map<NodeId, Entry>;  // ids grow, so this is the order they were added in

  [[nodiscard]] Result<NodeId> add(const Node& node);
  [[nodiscard]] Result<void> update(NodeId id, const Node& node);
  // The node and everything that is removed with it, the node first.
  [[nodiscard]] Result<std::vector<NodeId>> remove(NodeId id);
  void set_transform(NodeId id, const Transform& transform);

  [[nodiscard]] const Entries& entries() const { return entries_; }
  [[nodiscard]] Result<const Entry*> find(NodeId id) const;
  [[nodiscard]] Result<NodeId> find(std::string_view key) const;
  // Changes with each change of anything.
  [[nodiscard]] std::uint64_t version() const { return version_; }

 private:
  // Whether this can be node `id`, which may be a new one.
  [[nodiscard]] Result<Entry> checked(NodeId id, const Node& node) const;
  [[nodiscard]] Result<void> check_place(NodeId id, const Node& node) const;
  [[nodiscard]] Result<void> check_mask(const Node& node) const;
  [[nodiscard]] Result<void> check_circles(NodeId id, const Node& node) const;
  // Effects and animations of a node that is to become another.
  [[nodiscard]] Result<void> check_users(NodeId id, const Node& node) const;
  [[nodiscard]] bool is_inside(NodeId id, NodeId group) const;

  Entries entries_;
  NodeId next_ = 1;
  std::uint64_t version_ = 0;
};

// Checks a node's own fields, without looking at other nodes.
[[nodiscard]] Result<void> check_node(const Node& node);
[[nodiscard]] Result<void> check_transform(const Transform& transform);
// Times are within a year of 0, so that they fit at a hundred times the rate too.
inline constexpr Time longest_time = std::chrono::seconds(30'000'000);
[[nodiscard]] Result<void> check_time(const char* what, Time time);

}  // namespace dala::scene
