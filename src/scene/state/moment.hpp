// The scene at one time: its description with animations and transitions applied.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include <dala/core/small_vector.hpp>

#include "scene/describe/tree.hpp"

namespace dala::scene {

struct NodeState {
  NodeId id = 0;
  const Tree::Entry* entry = nullptr;
  Transform transform = {};
  // What animations say of a box or a crop that the node itself leaves open.
  std::array<std::optional<double>, 2> size = {};
  std::array<std::optional<double>, 4> crop = {};
  // What they say of numbers of its type, by the members of its description.
  struct Animated {
    const void* member = nullptr;
    double value = 0;
  };
  SmallVector<Animated, 6> numbers = {};

  [[nodiscard]] const Node& node() const { return entry->node; }
  // A member of the node's content, as it is now.
  [[nodiscard]] double now(const double& described) const;
  [[nodiscard]] Rgba now(const Rgba& described) const;
};

// A node on its way from one state of the scene to the next.
struct Transition {
  enum class Kind { change, appear, vanish };
  NodeId node = 0;
  Kind kind = Kind::change;
  Transform from = {};  // of a change
  Time start{};
  Time duration{};
  Easing easing = {};

  [[nodiscard]] bool is_over(Time pts) const { return pts >= start + duration; }
};

struct FilterValue {
  NodeId effect = 0;
  std::size_t filter = 0;  // or `of_kernel`
  const std::string* param = nullptr;
  double value = 0;
};

// All nodes, by id. Memory is used again from frame to frame.
class Moment {
 public:
  // `scene` is its size.
  void evaluate(const Tree& tree, std::span<const Transition> transitions, Size scene, Time pts);

  [[nodiscard]] std::span<const NodeState> nodes() const { return nodes_; }
  // Null where there is none.
  [[nodiscard]] const NodeState* find(NodeId id) const;
  // What animations, and time itself, say of parameters of filters and kernels.
  [[nodiscard]] std::span<const FilterValue> filter_values() const { return filters_; }

 private:
  void animate(const Tree::Entry& entry, Time pts);

  std::vector<NodeState> nodes_;
  std::vector<FilterValue> filters_;
};

// Whether it changes with time alone.
[[nodiscard]] bool depends_on_time(const Tree& tree);

}  // namespace dala::scene
