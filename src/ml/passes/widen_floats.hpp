// f16 and bf16 are how numbers are stored; operators compute in f32.
#pragma once

#include "ml/graph/graph.hpp"

namespace dala::ml {

// Constants become f32, and inputs and outputs are cast where the model takes them in and gives
// them out. Needs no shapes, and comes before any are inferred. What is between two operators is
// not rounded.
[[nodiscard]] Result<void> widen_floats(Graph& graph);

}  // namespace dala::ml
