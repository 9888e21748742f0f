#include "kernel/syntax/lexer.hpp"

#include <array>
#include <charconv>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include <dala/core/dtype.hpp>

#include "core/format.hpp"
#include "core/text/shown_text.hpp"

namespace dala::kernel::syntax {

namespace {

struct Spelling {
  TokenKind kind;
  std::string_view text;
};

constexpr std::array keywords = {
#define KEYWORD(name, text) Spelling{TokenKind::name, text},
#include "kernel/syntax/tokens.inc"
};

constexpr std::array punctuation = {
#define PUNCTUATION(name, text) Spelling{TokenKind::name, text},
#include "kernel/syntax/tokens.inc"
};

// Numbers may be written with the name of their type behind them.
const DTypeInfo* type_of_suffix(std::string_view text) {
  for (const DTypeInfo& info : dtype_infos)
    if (info.name == text && info.kind != ScalarKind::boolean) return &info;
  return nullptr;
}

std::string suffixes() {
  std::vector<std::string_view> names;
  for (const DTypeInfo& info : dtype_infos)
    if (info.kind != ScalarKind::boolean) names.push_back(info.name);
  std::string text;
  for (const std::string_view name : names)
    text += format("{}{}", text.empty() ? "" : name == names.back() ? " and " : ", ", name);
  return text;
}

// Not <cctype>: the meaning of a kernel must not depend on the locale.
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word_start(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_word(char c) { return is_word_start(c) || is_digit(c); }
bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }
bool is_sign(char c) { return c >= ' ' && c <= '~'; }  // printable ASCII
bool is_hex(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F') || c == '_';
}

constexpr std::size_t longest_shown = 64;  // of the offending text, in bytes

class Lexer {
 public:
  Lexer(const Source& source, Diagnostics& diagnostics)
      : text_(source.text()), diagnostics_(diagnostics) {}

  std::vector<Token> run() {
    std::vector<Token> tokens;
    while (true) {
      skip_blank();
      if (at_ >= text_.size() || diagnostics_.full()) break;
      tokens.push_back(next());
    }
    const auto end = static_cast<std::uint32_t>(text_.size());
    tokens.push_back({.kind = TokenKind::end, .span = {end, end}, .text = {}});
    return tokens;
  }

 private:
  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  [[nodiscard]] Span span_from(std::size_t start) const {
    return {static_cast<std::uint32_t>(start), static_cast<std::uint32_t>(at_)};
  }

  Token token(TokenKind kind, std::size_t start) const {
    return {.kind = kind, .span = span_from(start), .text = text_.substr(start, at_ - start)};
  }

  void skip_blank() {
    while (at_ < text_.size()) {
      const char c = peek();
      if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
        ++at_;
      } else if (c == '/' && peek(1) == '/') {
        while (at_ < text_.size() && text_[at_] != '\n') ++at_;
      } else if (c == '/' && peek(1) == '*') {
        skip_block_comment();
      } else {
        return;
      }
    }
  }

  void skip_block_comment() {
    const std::size_t start = at_;
    const std::size_t close = text_.find("*/", at_ + 2);
    at_ = start + 2;
    if (close == std::string_view::npos)
      diagnostics_.report(Code::unclosed_comment, span_from(start),
                          "this comment is not closed before the end of the source",
                          "close it with `*/`");
    at_ = close == std::string_view::npos ? text_.size() : close + 2;
  }

  Token next() {
    const std::size_t start = at_;
    if (is_word_start(peek())) return word(start);
    if (is_digit(peek())) return number(start);
    if (peek() == '"') return text(start);
    for (const Spelling& p : punctuation) {
      if (!text_.substr(at_).starts_with(p.text)) continue;
      at_ += p.text.size();
      return token(p.kind, start);
    }
    return unknown(start);
  }

  Token word(std::size_t start) {
    while (is_word(peek())) ++at_;
    if (!is_ascii(peek())) return unknown(start);
    Token t = token(TokenKind::identifier, start);
    for (const Spelling& k : keywords)
      if (k.text == t.text) t.kind = k.kind;
    return t;
  }

  Token unknown(std::size_t start) {
    // Skips the rest of the word, which belongs to the same mistake.
    if (is_ascii(peek()))
      ++at_;
    else
      while (!is_ascii(peek()) || is_word(peek())) ++at_;
    const std::string_view bytes = text_.substr(start, at_ - start);
    const ShownText as_shown = shown_text(bytes);
    const bool is_seen =
        as_shown.text == bytes && as_shown.columns > 0 && bytes.size() <= longest_shown;
    diagnostics_.report(
        Code::unknown_character, span_from(start),
        format("{} is not part of the language", is_seen ? format("`{}`", bytes) : "this"),
        std::string(own_way(bytes)));
    return token(TokenKind::error, start);
  }

  // Hints for operators of other languages.
  static std::string_view own_way(std::string_view character) {
    if (character == "?") return "write `if c { a } else { b }` for `c ? a : b`";
    if (character == "~") return "write `!x` for `~x`";
    if (character.size() == 1 && is_ascii(character[0])) return "";
    return "names are made of a to z, A to Z, 0 to 9 and _; other letters can stand in comments";
  }

  // A quoted text, which must end on its line. Its meaning is checked where it is used.
  Token text(std::size_t start) {
    ++at_;
    while (at_ < text_.size() && peek() != '"' && peek() != '\n') {
      if (peek() == '\\') {
        escape();
      } else if (!is_sign(peek())) {
        const std::size_t first = at_;
        while (at_ < text_.size() && !is_sign(peek()) && peek() != '\n') ++at_;
        diagnostics_.report(Code::bad_text, span_from(first),
                            "a text is made of the letters, digits and signs of ASCII");
      } else {
        ++at_;
      }
    }
    if (peek() != '"') {
      diagnostics_.report(Code::bad_text, span_from(start), "this text does not end in its line",
                          "end it with `\"`");
      return token(TokenKind::error, start);
    }
    ++at_;
    return token(TokenKind::text, start);
  }

  void escape() {
    const std::size_t first = at_++;
    const char what = peek();
    if (what == '"' || what == '\\') {
      ++at_;
      return;
    }
    if (what != '\n' && is_ascii(what) && at_ < text_.size()) ++at_;
    diagnostics_.report(Code::bad_text, span_from(first),
                        R"(in a text `\` stands before `"` or another `\`)",
                        what == 'n' ? "leave it out: each `print` is a line of its own" : "");
  }

  Token number(std::size_t start) {
    const bool hex = peek() == '0' && (peek(1) == 'x' || peek(1) == 'X');
    bool real = false;
    if (hex) {
      at_ += 2;
      while (is_hex(peek())) ++at_;
    } else {
      digits();
      // `1..n` is a range and `1.len()` a method, not a real.
      if (peek() == '.' && peek(1) != '.' && !is_word_start(peek(1))) {
        real = true;
        ++at_;
        digits();
      }
      real = exponent() || real;
    }
    const std::size_t end_of_digits = at_;
    while (is_word(peek())) ++at_;
    Token t = token(real ? TokenKind::real : TokenKind::integer, start);
    t.suffix = text_.substr(end_of_digits, at_ - end_of_digits);
    const DTypeInfo* suffix = type_of_suffix(t.suffix);
    if (suffix != nullptr && suffix->kind == ScalarKind::floating && !hex) t.kind = TokenKind::real;
    convert(t, text_.substr(start, end_of_digits - start), hex);
    return t;
  }

  void digits() {
    while (is_digit(peek()) || peek() == '_') ++at_;
  }

  bool exponent() {
    if (peek() != 'e' && peek() != 'E') return false;
    const std::size_t sign = peek(1) == '+' || peek(1) == '-' ? 1 : 0;
    if (!is_digit(peek(1 + sign))) return false;
    at_ += 1 + sign;
    digits();
    return true;
  }

  void convert(Token& t, std::string_view spelled, bool hex) {
    std::string clean;
    for (char c : spelled.substr(hex ? 2 : 0))
      if (c != '_') clean += c;
    const char* first = clean.data();
    const char* last = first + clean.size();
    std::from_chars_result parsed{};
    if (t.kind == TokenKind::real) {
      parsed = std::from_chars(first, last, t.real);
    } else {
      parsed = std::from_chars(first, last, t.integer, hex ? 16 : 10);
      t.real = static_cast<double>(t.integer);
    }
    if (!t.suffix.empty() && type_of_suffix(t.suffix) == nullptr) {
      const std::string ours = format("s{}", t.suffix.substr(1));
      const bool rust = t.suffix[0] == 'i' && type_of_suffix(ours) != nullptr;
      bad(t, format("`{}` is not a suffix of numbers", t.suffix),
          rust ? format("write `{}`", ours) : "suffixes are " + suffixes());
    } else if (parsed.ec == std::errc::result_out_of_range) {
      bad(t, format("`{}` is too large for any type", t.text), "");
    } else if (parsed.ec != std::errc{} || parsed.ptr != last) {
      bad(t, format("`{}` is not a number", t.text), hex ? "write digits after `0x`" : "");
    }
  }

  void bad(Token& t, std::string message, std::string hint) {
    diagnostics_.report(Code::bad_number, t.span, std::move(message), std::move(hint));
    t.suffix = {};
  }

  std::string_view text_;
  Diagnostics& diagnostics_;
  std::size_t at_ = 0;
};

}  // namespace

std::string_view describe(TokenKind kind) {
  switch (kind) {
    case TokenKind::end:
      return "the end of the source";
    case TokenKind::error:
      return "an unknown character";
    case TokenKind::identifier:
      return "a name";
    case TokenKind::integer:
    case TokenKind::real:
      return "a number";
    case TokenKind::text:
      return "a text";
#define KEYWORD(name, text) \
  case TokenKind::name:     \
    return "`" text "`";
#define PUNCTUATION(name, text) \
  case TokenKind::name:         \
    return "`" text "`";
#include "kernel/syntax/tokens.inc"
  }
  return "";
}

std::vector<Token> lex(const Source& source, Diagnostics& diagnostics) {
  return Lexer(source, diagnostics).run();
}

}  // namespace dala::kernel::syntax
