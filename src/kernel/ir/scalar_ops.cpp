#include "kernel/ir/scalar_ops.hpp"

#include <cmath>
#include <limits>

namespace dala::kernel::ir {

namespace {

// Division by zero gives zero; MIN / -1 wraps to MIN and leaves no rest.
std::uint64_t divide(Scalar scalar, std::uint64_t a, std::uint64_t b) {
  if (b == 0) return 0;
  if (is_unsigned(scalar)) return a / b;
  if (as_s64(b) == -1) return 0 - a;
  return static_cast<std::uint64_t>(as_s64(a) / as_s64(b));
}

std::uint64_t remainder(Scalar scalar, std::uint64_t a, std::uint64_t b) {
  if (b == 0) return 0;
  if (is_unsigned(scalar)) return a % b;
  if (as_s64(b) == -1) return 0;
  return static_cast<std::uint64_t>(as_s64(a) % as_s64(b));
}

std::uint64_t shift_right(Scalar scalar, std::uint64_t a, unsigned count) {
  if (is_unsigned(scalar)) return a >> count;
  return static_cast<std::uint64_t>(as_s64(a) >> count);
}

std::uint64_t integer_op(BinaryOp op, Scalar scalar, std::uint64_t a, std::uint64_t b) {
  const unsigned count = static_cast<unsigned>(b) & (bits_of(scalar) - 1);
  switch (op) {
    case BinaryOp::add:
      return a + b;
    case BinaryOp::sub:
      return a - b;
    case BinaryOp::mul:
      return a * b;
    case BinaryOp::div:
      return divide(scalar, a, b);
    case BinaryOp::rem:
      return remainder(scalar, a, b);
    case BinaryOp::bit_and:
    case BinaryOp::logical_and:
      return a & b;
    case BinaryOp::bit_or:
    case BinaryOp::logical_or:
      return a | b;
    case BinaryOp::bit_xor:
      return a ^ b;
    case BinaryOp::shl:
      return a << count;
    case BinaryOp::shr:
      return shift_right(scalar, a, count);
    default:
      return 0;
  }
}

template <typename T>
T float_op(BinaryOp op, T a, T b) {
  switch (op) {
    case BinaryOp::add:
      return a + b;
    case BinaryOp::sub:
      return a - b;
    case BinaryOp::mul:
      return a * b;
    case BinaryOp::div:
      return a / b;
    case BinaryOp::rem:
      return std::fmod(a, b);
    default:
      return 0;
  }
}

template <typename T>
bool compare(BinaryOp op, T a, T b) {
  switch (op) {
    case BinaryOp::equal:
      return a == b;
    case BinaryOp::not_equal:
      return a != b;
    case BinaryOp::less:
      return a < b;
    case BinaryOp::less_equal:
      return a <= b;
    case BinaryOp::greater:
      return a > b;
    case BinaryOp::greater_equal:
      return a >= b;
    default:
      return false;
  }
}

// Towards zero, at the ends of the type where it does not fit, zero for NaN.
template <typename T>
std::uint64_t saturate(double value) {
  using Limits = std::numeric_limits<T>;
  if (std::isnan(value)) return 0;
  // 2^31, 2^32, 2^63 and so on: exact in double where the largest value itself may not be.
  const double above = std::ldexp(1.0, Limits::digits);
  T result = 0;
  if (value >= above)
    result = Limits::max();
  else if (value <= static_cast<double>(Limits::min()))
    result = Limits::min();
  else
    result = static_cast<T>(value);
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(result));
}

std::uint64_t to_integer(double value, Scalar to) {
  switch (to) {
    case Scalar::u8:
      return saturate<std::uint8_t>(value);
    case Scalar::s32:
      return saturate<std::int32_t>(value);
    case Scalar::u32:
      return saturate<std::uint32_t>(value);
    default:
      return saturate<std::int64_t>(value);
  }
}

}  // namespace

std::uint64_t wrap(Scalar scalar, std::uint64_t bits) {
  switch (scalar) {
    case Scalar::boolean:
      return bits & 1U;
    case Scalar::u8:
      return bits & 0xFFU;
    case Scalar::u32:
      return bits & 0xFFFF'FFFFU;
    case Scalar::s32:
      return static_cast<std::uint64_t>(
          std::int64_t{static_cast<std::int32_t>(static_cast<std::uint32_t>(bits))});
    default:
      return bits;
  }
}

std::uint64_t apply(UnaryOp op, Scalar scalar, std::uint64_t a) {
  if (op == UnaryOp::invert) return wrap(scalar, ~a);
  if (scalar == Scalar::f32) return bits_from(-as_f32(a));
  if (scalar == Scalar::f64) return bits_from(-as_f64(a));
  return wrap(scalar, 0 - a);
}

std::uint64_t apply(BinaryOp op, Scalar scalar, std::uint64_t a, std::uint64_t b) {
  const bool compares = is_comparison(op);
  if (scalar == Scalar::f32) {
    if (compares) return compare(op, as_f32(a), as_f32(b)) ? 1 : 0;
    return bits_from(float_op(op, as_f32(a), as_f32(b)));
  }
  if (scalar == Scalar::f64) {
    if (compares) return compare(op, as_f64(a), as_f64(b)) ? 1 : 0;
    return bits_from(float_op(op, as_f64(a), as_f64(b)));
  }
  // Every integer in its 64-bit form compares like an s64.
  if (compares) return compare(op, as_s64(a), as_s64(b)) ? 1 : 0;
  return wrap(scalar, integer_op(op, scalar, a, b));
}

std::uint64_t cast(Scalar from, Scalar to, std::uint64_t a) {
  if (from == to) return a;
  if (to == Scalar::f32) {
    if (from == Scalar::f64) return bits_from(static_cast<float>(as_f64(a)));
    return bits_from(static_cast<float>(as_s64(a)));
  }
  if (to == Scalar::f64) {
    if (from == Scalar::f32) return bits_from(static_cast<double>(as_f32(a)));
    return bits_from(static_cast<double>(as_s64(a)));
  }
  if (from == Scalar::f32) return to_integer(static_cast<double>(as_f32(a)), to);
  if (from == Scalar::f64) return to_integer(as_f64(a), to);
  return wrap(to, a);
}

}  // namespace dala::kernel::ir
