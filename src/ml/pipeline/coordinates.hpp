// Positions in tensors, as expressions of the kernel language.
#pragma once

#include <string>
#include <string_view>

#include "ml/ops/strided.hpp"

namespace dala::ml {

// Statements that compute the coordinates d0, d1, ... of the flat index `i` in a tensor of `shape`;
// `name` and `of` give other names to the coordinates and the index.
[[nodiscard]] std::string coordinates(const Shape& shape, std::string_view of = "i",
                                      char name = 'd');
// The flat position of those coordinates in a tensor with these strides.
[[nodiscard]] std::string position(std::size_t rank, const Strides& strides,
                                   std::int64_t offset = 0, char name = 'd');

}  // namespace dala::ml
