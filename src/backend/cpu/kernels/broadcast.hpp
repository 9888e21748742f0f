// How two tensors of different shapes are walked together.
//
// Neighbouring axes are merged until the output is `rows` rows of `row_length` elements, in which
// each operand is either contiguous or a short pattern that repeats: one number for a scalar, the
// four channels of a colour for {480, 640, 4} with {4}.
#pragma once

#include <array>
#include <cstddef>

#include <dala/core/shape.hpp>

namespace dala::backend::cpu {

struct BroadcastOperand {
  std::size_t period = 0;  // of the pattern in a row; 0: the row is contiguous
  std::array<std::size_t, Shape::max_rank> strides{};
};

struct BroadcastPlan {
  static constexpr std::size_t max_period = 256;

  std::size_t row_length = 1;
  std::size_t rank = 0;  // of the axes above the rows
  std::array<std::size_t, Shape::max_rank> sizes{};
  BroadcastOperand a;
  BroadcastOperand b;

  // Where a row starts in an operand.
  [[nodiscard]] std::size_t offset(const BroadcastOperand& operand, std::size_t row) const {
    std::size_t at = 0;
    for (std::size_t axis = rank; axis-- > 1; row /= sizes[axis])
      at += row % sizes[axis] * operand.strides[axis];
    return rank == 0 ? 0 : at + row * operand.strides[0];
  }
};

[[nodiscard]] BroadcastPlan plan_broadcast(const Shape& a, const Shape& b, const Shape& output);

}  // namespace dala::backend::cpu
