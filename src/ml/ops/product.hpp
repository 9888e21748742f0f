// The matrices of a product of two tensors, for all element types.
#pragma once

#include "ml/ops/strided.hpp"

namespace dala::ml {

// A vector is a matrix of one row on the left and of one column on the right.
struct Factors {
  Shape a = {};
  Shape b = {};
  Shape batch = {};  // of both, without their last two axes
  Shape out = {};
  std::int64_t m = 0;  // rows of a
  std::int64_t n = 0;  // columns of b
  std::int64_t k = 0;
};

[[nodiscard]] Result<Factors> factors_of(const Shape& a, const Shape& b);

// Calls body(number of the matrix in a, in b, in the output) for every product of the batch.
template <typename Body>
void for_each_product(const Factors& factors, const Watch* watch, const Body& body) {
  const auto lead = [](const Shape& shape) { return Shape(shape.dims().first(shape.rank() - 2)); };
  const std::array strides{broadcast_strides(lead(factors.a), factors.batch),
                           broadcast_strides(lead(factors.b), factors.batch)};
  Pace batches(watch);
  std::int64_t made = 0;
  for_each_run<2>(factors.batch, strides, batches,
                  [&](const auto& offset, std::int64_t count, const auto& step) {
                    for (std::int64_t i = 0; i < count; ++i)
                      body(offset[0] + i * step[0], offset[1] + i * step[1], made++);
                  });
}

// The two matrices of a Gemm, which may be transposed.
struct GemmShape {
  std::int64_t m = 0;
  std::int64_t n = 0;
  std::int64_t k = 0;
  std::array<std::int64_t, 2> a_step{};  // from row to row and from column to column
  std::array<std::int64_t, 2> b_step{};
};

[[nodiscard]] Result<GemmShape> gemm_shape_of(const Node& node, const Shape& a, const Shape& b);

}  // namespace dala::ml
