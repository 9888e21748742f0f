// Weights in the order in which the tensor cores of CUDA take them.
#pragma once

#include <span>

#include <dala/ml.hpp>

#include "ml/graph/tensor.hpp"

namespace dala::ml {

[[nodiscard]] constexpr std::int64_t up(std::int64_t value, std::int64_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

// Columns of a matrix that one product takes.
[[nodiscard]] constexpr std::int64_t product_depth(Precision precision) {
  return precision == Precision::f16 ? 16 : 8;
}

// {rows, depth}
struct Matrix {
  std::span<const float> numbers;
  std::int64_t rows;
  std::int64_t depth;
};

// The matrix in tiles of 16 rows and `product_depth`, row of tiles by row of tiles, filled up with
// zeros to `rows` (whole tiles) and `depth`. A tile is 16 bytes for each of a warp's 32 threads.
// The numbers are rounded to the precision; with f32 they are as they were.
[[nodiscard]] Result<Tensor> pack_tiles(const Matrix& matrix, std::int64_t rows, std::int64_t depth,
                                        Precision precision);

}  // namespace dala::ml
