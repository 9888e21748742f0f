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
// Nodes nobody reads.
void remove_dead(Graph& graph);

Result<void> run_passes(Graph& graph);

}  // namespace dala::ml
