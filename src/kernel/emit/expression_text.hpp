// A piece of an expression's text, with what is needed to put it into a larger one.
#pragma once

#include <cstdint>
#include <string>

namespace dala::kernel {

// How strongly a text holds together, from weak to strong; the same in all languages like C.
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

struct Piece {
  std::string text;
  Binds binds = Binds::primary;
  // The same bits as an unsigned integer, where the piece was made from one: sums of sums then need
  // no conversion between them. Empty: none.
  std::string bits = {};
  Binds bits_bind = Binds::primary;

  // In parentheses where something binding as strongly as `wanted` is needed.
  [[nodiscard]] std::string in(Binds wanted) const {
    return binds < wanted ? "(" + text + ")" : text;
  }
};

}  // namespace dala::kernel
