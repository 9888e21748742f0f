// Adds the nodes of a file to a scene in an order that resolves their references.
#pragma once

#include <dala/scene/file.hpp>

#include "core/error.hpp"
#include "scene/describe/fields.hpp"

namespace dala::scene {

// `make` gives the node as it is to be added, `add` its id in the scene. Nodes may name others that
// stand behind them (masks, targets), so those references are made when all are there. An error
// begins with the file's name and the node's path.
template <typename Make, typename Add, typename Update>
[[nodiscard]] Result<void> add_nodes(const File& file, const Make& make, const Add& add,
                                     const Update& update) {
  std::vector<NodeId> ids(file.nodes.size() + 1, 0);  // by place in the file, from 1
  std::vector<Node> nodes(file.nodes.size() + 1);
  const auto told = [&](std::size_t place, Error error) {
    error.message = format("{}: {}: {}", file.name, file.nodes[place - 1].path, error.message);
    return std::unexpected(std::move(error));
  };
  // First what is drawn, then what is for others; of those animations last, which may be for
  // effects.
  for (const int round : {0, 1, 2})
    for (std::size_t place = 1; place < nodes.size(); ++place) {
      Node& node = nodes[place];
      if (round == 0) {
        Result<Node> made = make(file.nodes[place - 1]);
        if (!made) return told(place, std::move(made.error()));
        node = std::move(*made);
        node.parent = ids[node.parent];
      }
      NodeId* target = target_of(node.content);
      const bool is_drawn = target == nullptr || *target == 0;
      const bool animation = std::holds_alternative<Animation>(node.content);
      if (round != (animation ? 2 : is_drawn ? 0 : 1)) continue;
      if (target != nullptr) *target = ids[*target];
      Node first = node;
      first.transform.mask = 0;
      Result<NodeId> id = add(first);
      if (!id) return told(place, std::move(id.error()));
      ids[place] = *id;
    }
  for (std::size_t place = 1; place < nodes.size(); ++place) {
    Node& node = nodes[place];
    if (node.transform.mask == 0) continue;
    node.transform.mask = ids[node.transform.mask];
    if (Result<void> done = update(ids[place], node); !done)
      return told(place, std::move(done.error()));
  }
  return {};
}

}  // namespace dala::scene
