// The definition of a node type, made by its file. `list.cpp` has a line for each.
#pragma once

#include <dala/scene/fields.hpp>

#include "scene/describe/node_traits.hpp"
#include "scene/objects/node_object.hpp"

namespace dala::scene {

struct Definition {
  NodeType type;
  NodeTraits traits = {};
  // What shows it; null where it shows nothing of its own.
  std::unique_ptr<NodeObject> (*make_object)(const Compute& compute) = nullptr;
};

template <typename Object>
std::unique_ptr<NodeObject> make(const Compute& compute) {
  return std::make_unique<Object>(compute);
}

}  // namespace dala::scene
