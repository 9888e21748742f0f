// Convolutions that stand one behind the other as mobile networks have them: expand (1 by 1, to
// more channels), depthwise, project (1 by 1). Nobody else reads what is between them, so that a
// device can keep it to itself.
#pragma once

#include <vector>

#include "ml/graph/graph.hpp"

namespace dala::ml {

struct Bottleneck {
  const Node* expand = nullptr;
  const Node* depthwise = nullptr;
  const Node* project = nullptr;
};

// All of a graph whose passes have run, in its order. None overlap.
[[nodiscard]] std::vector<Bottleneck> find_bottlenecks(const Graph& graph);

}  // namespace dala::ml
