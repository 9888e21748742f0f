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
  std::string digits = ir::visit_float(scalar, [&]<typename T>(dala::Type<T>) {
    return shortest(std::abs(ir::value_from<T>(bits)));
  });
  if (digits.find_first_of(".e") == std::string::npos) digits += ".0";
  return digits;
}

double smallest_normal(Scalar scalar) {
  return ir::visit_float(scalar, []<typename T>(dala::Type<T>) {
    return static_cast<double>(std::numeric_limits<T>::min());
  });
}

}  // namespace

ExpressionText CPrinter::constant(Scalar scalar, std::uint64_t bits) {
  if (scalar == Scalar::boolean) return {bits != 0 ? "true" : "false"};
  if (ir::is_float(scalar)) {
    const double value = ir::real_value(scalar, bits);
    const bool tiny = value != 0 && std::abs(value) < smallest_normal(scalar);
    if (!std::isfinite(value) || tiny) return {float_from_bits(scalar, bits)};
    const std::string digits = number(scalar, real_digits(scalar, bits));
    if (std::signbit(value)) return {"-" + digits, Binds::unary};
    return {digits};
  }
  const std::int64_t value = ir::as_s64(bits);
  const std::int64_t least = std::numeric_limits<std::int64_t>::min() >> (64 - ir::bits_of(scalar));
  // The digits of the smallest value alone are too large for its type.
  if (value == least && !ir::is_unsigned(scalar))
    return {format("(-{} - {})", number(scalar, format("{}", -(value + 1))), number(scalar, "1"))};
  ExpressionText text{number(scalar, format("{}", value < 0 ? -value : value))};
  if (value < 0) text = {"-" + text.text, Binds::unary};
  if (scalar == Scalar::s32 && value >= 0) text.bits = number(Scalar::u32, format("{}", value));
  return text;
}

std::string CPrinter::whole(Scalar scalar, std::int64_t value) {
  if (ir::is_float(scalar))
    return constant(scalar, ir::real_bits(scalar, static_cast<double>(value))).text;
  return constant(scalar, static_cast<std::uint64_t>(value)).text;
}

std::string CPrinter::zero(ir::Type type) {
  const std::string lane = constant(type.scalar, 0).text;
  return type.lanes == 1 ? lane : format("{}({})", type_name(type), lane);
}

}  // namespace dala::kernel
