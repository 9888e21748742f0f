#include "backend/cpu/kernels/broadcast.hpp"

#include <algorithm>

namespace dala::backend::cpu {

namespace {

// Strides per output axis, 0 along the axes that are repeated.
std::array<std::size_t, Shape::max_rank> strides_in(const Shape& shape, const Shape& output) {
  std::array<std::size_t, Shape::max_rank> strides{};
  std::size_t stride = 1;
  for (std::size_t i = 0; i < shape.rank(); ++i) {
    const std::size_t axis = shape.rank() - 1 - i;
    if (shape[axis] != 1) strides[output.rank() - 1 - i] = stride;
    stride *= static_cast<std::size_t>(shape[axis]);
  }
  return strides;
}

// The period of an operand after rows of `length` are joined along an axis of the given stride,
// or max_period + 1 when they do not join.
std::size_t joined_period(const BroadcastOperand& operand, std::size_t length, std::size_t stride) {
  constexpr std::size_t impossible = BroadcastPlan::max_period + 1;
  if (operand.period == 0 && stride == length) return 0;
  if (stride != 0) return impossible;
  return std::min(operand.period == 0 ? length : operand.period, impossible);
}

}  // namespace

BroadcastPlan plan_broadcast(const Shape& a, const Shape& b, const Shape& output) {
  const auto a_strides = strides_in(a, output);
  const auto b_strides = strides_in(b, output);
  BroadcastPlan plan;
  bool in_rows = true;
  bool first = true;
  std::array<std::size_t, Shape::max_rank> axes{};  // kept ones, innermost first
  std::size_t kept = 0;
  for (std::size_t axis = output.rank(); axis-- > 0;) {
    const auto size = static_cast<std::size_t>(output[axis]);
    if (size == 1) continue;
    if (first) {
      plan.row_length = size;
      plan.a.period = a_strides[axis] == 0 ? 1 : 0;
      plan.b.period = b_strides[axis] == 0 ? 1 : 0;
      first = false;
      continue;
    }
    if (in_rows) {
      const std::size_t a_period = joined_period(plan.a, plan.row_length, a_strides[axis]);
      const std::size_t b_period = joined_period(plan.b, plan.row_length, b_strides[axis]);
      in_rows = std::max(a_period, b_period) <= BroadcastPlan::max_period;
      if (in_rows) {
        plan.row_length *= size;
        plan.a.period = a_period;
        plan.b.period = b_period;
        continue;
      }
    }
    axes[kept++] = axis;
  }
  plan.rank = kept;
  for (std::size_t i = 0; i < kept; ++i) {
    const std::size_t axis = axes[kept - 1 - i];
    plan.sizes[i] = static_cast<std::size_t>(output[axis]);
    plan.a.strides[i] = a_strides[axis];
    plan.b.strides[i] = b_strides[axis];
  }
  return plan;
}

}  // namespace dala::backend::cpu
