// Optimisations of a graph that do not change its results. Each takes a graph whose shapes are
// known (passes/specialize.hpp) and keeps them known; each has a file.
#pragma once

#include "ml/graph/graph.hpp"

namespace dala::ml {

// x * Sigmoid(x) is `Silu`, x * HardSigmoid(x, 1/6, 1/2) is HardSwish.
void find_gates(Graph& graph);
// The factor and shift of a batch normalisation go into the weights of the convolution before it.
Result<void> fold_batch_norm(Graph& graph);
// Zeros around a picture become the pads of the convolution that reads it.
void fold_pads(Graph& graph);
// A convolution takes an epilogue: the activation after it, an addition after that, and one more
// activation. It becomes `FusedConv` with the inputs x, weights, bias and addend, and the fused
// nodes in `Node::fused`.
void fuse_convolutions(Graph& graph);
// What stands between DequantizeLinear and QuantizeLinear becomes an operator on integers:
// convolutions, products, sums, means, concatenations, and what only moves elements; bounds before
// a QuantizeLinear become bounds of integers. Answers are those of floats but for the integer
// beside where a sum is next to a half, and for biases that are no whole number of the sum's scale.
Result<void> fuse_quantized(Graph& graph);
// Nodes nobody reads, and those whose outputs are constants.
void remove_dead(Graph& graph);

struct PassOptions {
  bool integers = true;  // whether operators on integers are wanted
};
Result<void> run_passes(Graph& graph, const PassOptions& options = {});

}  // namespace dala::ml
