// What plans for any device say and ask about nodes.
#pragma once

#include <string>

#include "ml/graph/graph.hpp"

namespace dala::ml {

// Whether the output is the input's elements in their order, under another shape.
[[nodiscard]] bool is_view(const Node& node);

// Whether none of its outputs has elements. Sizes of other axes may still be enormous, so nothing
// should go along them.
[[nodiscard]] bool makes_nothing(const Graph& graph, const Node& node);

// What a step does: "Conv + Add + Relu" for a node that has taken over others.
[[nodiscard]] std::string step_text(const Node& node);
// The name it goes by: its own, or that of its output.
[[nodiscard]] const std::string& step_name(const Graph& graph, const Node& node);

}  // namespace dala::ml
