// A model of three convolutions: expand, depthwise and project.
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

[[nodiscard]] Graph bottleneck_graph(const BottleneckShape& of, std::mt19937& random);

}  // namespace dala::ml::test
