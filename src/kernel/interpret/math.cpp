#include "kernel/interpret/math.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "kernel/ir/scalar_ops.hpp"

// A product and a sum rounded once would make the oracle depend on the machine.
#if defined(__clang__)
#pragma clang fp contract(off)
#endif

namespace dala::kernel {

namespace {

using ir::MathOp;

// With a NaN the other value; the first of two zeros.
template <typename T>
T smaller(T a, T b) {
  return b < a || a != a ? b : a;
}
template <typename T>
T larger(T a, T b) {
  return b > a || a != a ? b : a;
}

// f32 is computed in f64 and rounded once, so that the oracle errs by little more than half a unit
// in the last place. What is defined by a formula is computed in T, step by step.
template <typename T>
T real(MathOp op, std::span<const T> x) {
  const auto a = static_cast<double>(x[0]);
  const auto one = [](double value) { return static_cast<T>(value); };
  switch (op) {
    case MathOp::min:
      return smaller(x[0], x[1]);
    case MathOp::max:
      return larger(x[0], x[1]);
    case MathOp::clamp:
      return smaller(larger(x[0], x[1]), x[2]);
    case MathOp::abs:
      return std::abs(x[0]);
    case MathOp::sign:
      return x[0] > 0 ? T{1} : (x[0] < 0 ? T{-1} : x[0]);
    case MathOp::mix:
      return x[0] + (x[1] - x[0]) * x[2];
    case MathOp::step:
      return x[1] < x[0] ? T{0} : T{1};
    case MathOp::smoothstep: {
      const T ratio = (x[2] - x[0]) / (x[1] - x[0]);
      const T t = smaller(larger(ratio, T{0}), T{1});
      return t * t * (T{3} - T{2} * t);
    }
    case MathOp::floor:
      return std::floor(x[0]);
    case MathOp::ceil:
      return std::ceil(x[0]);
    case MathOp::round:
      return std::round(x[0]);
    case MathOp::trunc:
      return std::trunc(x[0]);
    case MathOp::fract:
      return x[0] - std::floor(x[0]);
    case MathOp::sqrt:
      return std::sqrt(x[0]);
    case MathOp::rsqrt:
      return one(1.0 / std::sqrt(a));
    case MathOp::exp:
      return one(std::exp(a));
    case MathOp::exp2:
      return one(std::exp2(a));
    case MathOp::log:
      return one(std::log(a));
    case MathOp::log2:
      return one(std::log2(a));
    case MathOp::pow:
      return one(std::pow(a, static_cast<double>(x[1])));
    case MathOp::sin:
      return one(std::sin(a));
    case MathOp::cos:
      return one(std::cos(a));
    case MathOp::tan:
      return one(std::tan(a));
    case MathOp::asin:
      return one(std::asin(a));
    case MathOp::acos:
      return one(std::acos(a));
    case MathOp::atan:
      return one(std::atan(a));
    case MathOp::atan2:
      return one(std::atan2(a, static_cast<double>(x[1])));
    case MathOp::tanh:
      return one(std::tanh(a));
    case MathOp::sigmoid:
      return one(1.0 / (1.0 + std::exp(-a)));
    case MathOp::fma:
      return std::fma(x[0], x[1], x[2]);
    default:
      return T{0};
  }
}

ScalarBits integer(MathOp op, ir::Scalar scalar, std::span<const ScalarBits> x) {
  const auto a = ir::as_s64(x[0]);
  const unsigned width = ir::bits_of(scalar);
  // The value's own bits, without the sign above them.
  const ScalarBits own = width == 64 ? x[0] : x[0] & ((ScalarBits{1} << width) - 1);
  switch (op) {
    case MathOp::min:
      return a < ir::as_s64(x[1]) ? x[0] : x[1];
    case MathOp::max:
      return a > ir::as_s64(x[1]) ? x[0] : x[1];
    case MathOp::clamp: {
      const std::int64_t raised = std::max(a, ir::as_s64(x[1]));
      return static_cast<ScalarBits>(std::min(raised, ir::as_s64(x[2])));
    }
    case MathOp::abs:
      return a < 0 ? ir::wrap(scalar, 0 - x[0]) : x[0];
    case MathOp::sign:
      return static_cast<ScalarBits>(std::int64_t{a > 0} - std::int64_t{a < 0});
    case MathOp::popcount:
      return static_cast<ScalarBits>(std::popcount(own));
    case MathOp::leading_zeros:
      return static_cast<ScalarBits>(std::countl_zero(own)) - (64 - width);
    case MathOp::mul_hi:
      return ir::is_unsigned(scalar) ? x[0] * x[1] >> 32U
                                     : static_cast<ScalarBits>(a * ir::as_s64(x[1]) >> 32U);
    case MathOp::trailing_zeros:
      return own == 0 ? width : static_cast<ScalarBits>(std::countr_zero(own));
    default:
      return 0;
  }
}

}  // namespace

ScalarBits apply(ir::MathOp op, ir::Scalar scalar, std::span<const ScalarBits> args) {
  // A scalar travels as its bits.
  if (op == MathOp::to_bits || op == MathOp::from_bits) return args[0];
  if (ir::is_integer(scalar)) return integer(op, scalar, args);
  return ir::visit_float(scalar, [&]<typename T>(dala::Type<T>) {
    std::array<Computed<T>, 3> values{};
    for (std::size_t i = 0; i < args.size() && i < 3; ++i) values[i] = ir::value_from<T>(args[i]);
    return ir::bits_from(static_cast<T>(real<Computed<T>>(op, values)));
  });
}

}  // namespace dala::kernel
