#include "kernel/ir/scalar_ops.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

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
std::string shortest(T value) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  return {text.data(), end};
}

// The fewest digits that are read as the same number.
template <typename T>
  requires(is_small_float_type<T>)
std::string shortest(T value) {
  const float exact = value;
  std::array<char, 32> text{};
  for (int digits = 1; std::isfinite(exact) && digits < std::numeric_limits<float>::digits10;
       ++digits) {
    const auto end = std::to_chars(text.data(), text.data() + text.size(), exact,
                                   std::chars_format::scientific, digits - 1)
                         .ptr;
    double read = 0;
    std::from_chars(text.data(), end, read);
    if (T(read).bits == value.bits) return shortest(read);
  }
  return shortest(exact);
}

// Of what is computed in.
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
  return visit_arithmetic(*dtype_of(to),
                          [&]<typename T>(dala::Type<T>) { return saturate<T>(value); });
}

}  // namespace

std::uint64_t wrap(Scalar scalar, std::uint64_t bits) {
  if (scalar == Scalar::boolean) return bits & 1U;
  if (!is_integer(scalar)) return bits;
  const unsigned above = 64 - bits_of(scalar);
  if (is_unsigned(scalar)) return bits << above >> above;
  return static_cast<std::uint64_t>(as_s64(bits << above) >> above);
}

double real_value(Scalar scalar, std::uint64_t bits) {
  return as_f64(cast(scalar, Scalar::f64, bits));
}

std::uint64_t real_bits(Scalar scalar, double value) {
  return cast(Scalar::f64, scalar, bits_from(value));
}

std::string spelled(Scalar scalar, std::uint64_t bits) {
  if (scalar == Scalar::boolean) return bits != 0 ? "true" : "false";
  if (!is_float(scalar)) return shortest(as_s64(bits));
  return visit_float(scalar,
                     [&]<typename T>(dala::Type<T>) { return shortest(value_from<T>(bits)); });
}

std::uint64_t apply(UnaryOp op, Scalar scalar, std::uint64_t a) {
  if (op == UnaryOp::invert) return wrap(scalar, ~a);
  if (!is_float(scalar)) return wrap(scalar, 0 - a);
  return visit_float(scalar, [&]<typename T>(dala::Type<T>) {
    return bits_from(static_cast<T>(-value_from<T>(a)));
  });
}

std::uint64_t apply(BinaryOp op, Scalar scalar, std::uint64_t a, std::uint64_t b) {
  const bool compares = is_comparison(op);
  if (!is_float(scalar)) {
    // Every integer in its 64-bit form compares like an s64.
    if (compares) return compare(op, as_s64(a), as_s64(b)) ? 1 : 0;
    return wrap(scalar, integer_op(op, scalar, a, b));
  }
  return visit_float(scalar, [&]<typename T>(dala::Type<T>) -> std::uint64_t {
    const auto computed = [](std::uint64_t bits) -> Computed<T> { return value_from<T>(bits); };
    const auto left = computed(a);
    const auto right = computed(b);
    if (compares) return compare(op, left, right) ? 1 : 0;
    return bits_from(static_cast<T>(float_op(op, left, right)));
  });
}

std::uint64_t cast(Scalar from, Scalar to, std::uint64_t a) {
  if (from == to) return a;
  if (!is_float(from)) {
    if (!is_float(to)) return wrap(to, a);
    return visit_float(
        to, [&]<typename T>(dala::Type<T>) { return bits_from(static_cast<T>(as_s64(a))); });
  }
  return visit_float(from, [&]<typename From>(dala::Type<From>) {
    const From value = value_from<From>(a);
    if (!is_float(to)) return to_integer(static_cast<double>(value), to);
    return visit_float(
        to, [&]<typename To>(dala::Type<To>) { return bits_from(static_cast<To>(value)); });
  });
}

}  // namespace dala::kernel::ir
