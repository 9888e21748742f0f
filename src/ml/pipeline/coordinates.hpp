// Positions in tensors, as expressions of the kernel language.
#pragma once

#include <string>

#include "ml/ops/strided.hpp"

namespace dala::ml {

// Statements that give the coordinates d0, d1, ... of the flat position `i` in a tensor of `shape`.
[[nodiscard]] std::string coordinates(const Shape& shape);
// The flat position of those coordinates in a tensor with these strides.
[[nodiscard]] std::string position(std::size_t rank, const Strides& strides,
                                   std::int64_t offset = 0);

}  // namespace dala::ml
