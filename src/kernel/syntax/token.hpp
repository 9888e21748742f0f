// The tokens of the language.
#pragma once

#include <cstdint>
#include <string_view>

#include "kernel/source/source.hpp"

namespace dala::kernel::syntax {

enum class TokenKind : std::uint8_t {
  end,
  error,  // already reported
  identifier,
  integer,
  real,
  text,  // a string literal, with its quotes
#define KEYWORD(name, text) name,
#define PUNCTUATION(name, text) name,
#include "kernel/syntax/tokens.inc"
};

struct Token {
  TokenKind kind = TokenKind::end;
  Span span;
  std::string_view text;
  std::uint64_t integer = 0;     // of an integer
  double real = 0;               // of a real
  std::string_view suffix = {};  // "f64" in 2.5f64
};

// "`;`", "a name", "end of the source": as messages call it.
[[nodiscard]] std::string_view describe(TokenKind kind);

}  // namespace dala::kernel::syntax
