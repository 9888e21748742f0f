// A build without CUDA (DALA_WITH_CUDA=OFF) has no CUDA variants: every node runs by its source.
#include "ml/pipeline/node_source.hpp"

namespace dala::ml {

Result<std::optional<NodeSource>> cuda_source(const Graph&, const Node&, Precision) {
  return std::nullopt;
}

Result<std::optional<NodeSource>> cuda_source(const Graph&, const Bottleneck&, Precision, Fusing) {
  return std::nullopt;
}

}  // namespace dala::ml
