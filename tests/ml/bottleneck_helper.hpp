// Models of convolutions as mobile networks have them: expand, depthwise and project.
#pragma once

#include <random>

#include "ml/graph/graph.hpp"

namespace dala::ml::test {

struct BottleneckShape {
  Shape in;
  std::int64_t middle;
  std::int64_t outputs;
  std::int64_t kernel = 3;
  std::int64_t stride = 1;
  std::int64_t dilation = 1;
  bool adds = false;  // the input, in the end
};

// Three convolutions behind a value, and what comes of them.
[[nodiscard]] ValueId add_bottleneck(Graph& graph, ValueId from, const BottleneckShape& of,
                                     std::mt19937& random);
[[nodiscard]] Graph bottleneck_graph(const BottleneckShape& of, std::mt19937& random);

// With random weights.
[[nodiscard]] Graph mobilenet_v2(std::mt19937& random);

}  // namespace dala::ml::test
