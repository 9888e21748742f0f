// A graph for inputs of certain shapes: every value has a type, and what does not depend on the
// numbers of the inputs is computed.
#pragma once

#include <span>

#include "ml/graph/graph.hpp"
#include "ml/graph/watch.hpp"

namespace dala::ml {

[[nodiscard]] Result<Graph> specialize(const Graph& graph, std::span<const Shape> inputs,
                                       const Watch* watch = nullptr);

}  // namespace dala::ml
