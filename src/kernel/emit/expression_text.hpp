// The source of an expression, with what is needed to make it part of a larger one.
#pragma once

#include <cstdint>
#include <string>

namespace dala::kernel {

// The precedence of an expression's outermost operator, from weak to strong; the same in GLSL, CUDA
// and Metal as in C.
enum class Binds : std::uint8_t {
  choice,
  logical_or,
  logical_and,
  bit_or,
  bit_xor,
  bit_and,
  equality,
  relation,
  shift,
  sum,
  product,
  unary,
  primary,
};

struct ExpressionText {
  std::string text;
  Binds binds = Binds::primary;
  // The same bits as an unsigned integer, where the expression was converted from one, so that a
  // sum of sums needs no conversions between them. Empty: none.
  std::string bits = {};
  Binds bits_bind = Binds::primary;

  // In parentheses where an operand must bind at least as strongly as `wanted`.
  [[nodiscard]] std::string in(Binds wanted) const {
    return binds < wanted ? "(" + text + ")" : text;
  }
};

}  // namespace dala::kernel
