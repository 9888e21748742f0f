// Which axes a reduction goes through.
#pragma once

#include <array>

#include "ml/ops/strided.hpp"

namespace dala::ml {

using Axes = std::array<bool, Shape::max_rank>;

// `given` is the node's second input where it has one.
[[nodiscard]] Result<Axes> reduced_axes(const Node& node, int opset, std::size_t rank,
                                        const TensorView* given);

}  // namespace dala::ml
