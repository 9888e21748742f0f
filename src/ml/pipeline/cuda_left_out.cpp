// A build without CUDA (DALA_WITH_CUDA=OFF) has no kernels for it: every node runs by its source.
#include "ml/pipeline/node_source.hpp"

namespace dala::ml {

Result<std::optional<KernelText>> cuda_text(const Graph&, const Node&, Precision) {
  return std::nullopt;
}

Result<std::optional<KernelText>> cuda_text(const Graph&, const Bottleneck&, Precision, Joining) {
  return std::nullopt;
}

}  // namespace dala::ml
