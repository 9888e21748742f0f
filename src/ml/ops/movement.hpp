// Which elements of a tensor a movement takes, and in which order: what the host copies and kernels
// of devices read.
#pragma once

#include "ml/ops/strided.hpp"

namespace dala::ml {

struct Cut {
  Shape shape = {};
  Strides strides = {};     // in the tensor it is taken from
  std::int64_t offset = 0;  // elements
};

// Of a Slice; `inputs` as in OpCall, with all but the first known.
[[nodiscard]] Result<Cut> slice_of(const Node& node, int opset, const Shape& in,
                                   std::span<const TensorView* const> inputs);
// Of DepthToSpace and SpaceToDepth. The shape has six axes, in the order of the output.
[[nodiscard]] Cut blocks_of(const Node& node, const Shape& in);

}  // namespace dala::ml
