// Numbers as text.
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "core/format.hpp"
#include "kernel/emit/c_printer.hpp"
#include "kernel/ir/scalar_ops.hpp"

namespace dala::kernel {

using ir::Scalar;

namespace {

template <typename T>
std::string shortest(T value) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  return {text.data(), end};
}

// Never taken for an integer.
std::string real_digits(Scalar scalar, std::uint64_t bits) {
  std::string digits = scalar == Scalar::f32 ? shortest(std::abs(ir::as_f32(bits)))
                                             : shortest(std::abs(ir::as_f64(bits)));
  if (digits.find_first_of(".e") == std::string::npos) digits += ".0";
  return digits;
}

}  // namespace

Piece CPrinter::constant(Scalar scalar, std::uint64_t bits) {
  if (scalar == Scalar::boolean) return {bits != 0 ? "true" : "false"};
  if (ir::is_float(scalar)) {
    const double value =
        scalar == Scalar::f32 ? static_cast<double>(ir::as_f32(bits)) : ir::as_f64(bits);
    const bool tiny = scalar == Scalar::f32 ? std::fpclassify(ir::as_f32(bits)) == FP_SUBNORMAL
                                            : std::fpclassify(value) == FP_SUBNORMAL;
    if (!std::isfinite(value) || tiny) return {float_from_bits(scalar, bits)};
    const std::string digits = number(scalar, real_digits(scalar, bits));
    if (std::signbit(value)) return {"-" + digits, Binds::unary};
    return {digits};
  }
  const std::int64_t value = ir::as_s64(bits);
  const std::int64_t least = scalar == Scalar::s32 ? std::numeric_limits<std::int32_t>::min()
                                                   : std::numeric_limits<std::int64_t>::min();
  // The digits of the smallest value alone are too large for its type.
  if (value == least && !ir::is_unsigned(scalar))
    return {format("(-{} - {})", number(scalar, format("{}", -(value + 1))), number(scalar, "1"))};
  Piece piece{number(scalar, format("{}", value < 0 ? -value : value))};
  if (value < 0) piece = {"-" + piece.text, Binds::unary};
  if (scalar == Scalar::s32 && value >= 0) piece.bits = number(Scalar::u32, format("{}", value));
  return piece;
}

std::string CPrinter::whole(Scalar scalar, std::int64_t value) {
  if (scalar == Scalar::f32) return constant(scalar, ir::bits_from(static_cast<float>(value))).text;
  if (scalar == Scalar::f64)
    return constant(scalar, ir::bits_from(static_cast<double>(value))).text;
  return constant(scalar, static_cast<std::uint64_t>(value)).text;
}

std::string CPrinter::zero(ir::Type type) {
  const std::string lane = constant(type.scalar, 0).text;
  return type.lanes == 1 ? lane : format("{}({})", type_name(type), lane);
}

}  // namespace dala::kernel
