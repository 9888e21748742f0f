#include "ml/passes/passes.hpp"

namespace dala::ml {

Result<void> run_passes(Graph& graph, const PassOptions& options) {
  if (options.integers) DALA_TRY(fuse_quantized(graph));
  remove_dead(graph);
  find_gates(graph);
  DALA_TRY(fold_batch_norm(graph));
  fold_pads(graph);
  fuse_convolutions(graph);
  remove_dead(graph);
  return {};
}

}  // namespace dala::ml
