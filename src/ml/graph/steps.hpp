// Properties and descriptions of nodes that the plans for all devices use.
#pragma once

#include <string>

#include "ml/graph/graph.hpp"

namespace dala::ml {

// Whether the output is the input's elements in their order, under another shape.
[[nodiscard]] bool is_view(const Node& node);

// Whether none of its outputs has elements. Sizes of other axes may still be enormous, so nothing
// should go along them.
[[nodiscard]] bool makes_nothing(const Graph& graph, const Node& node);

// The operators of a step: "Conv + Add + Relu" for a node with others fused into it.
[[nodiscard]] std::string step_text(const Node& node);
// The node's name, or that of its output where it has none.
[[nodiscard]] const std::string& step_name(const Graph& graph, const Node& node);

}  // namespace dala::ml
