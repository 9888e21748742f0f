#include "terminal/printable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>

namespace dala::cli {

namespace {

struct Decoded {
  char32_t code = 0;
  std::size_t length = 0;  // in bytes; 0 where they are no UTF-8
};

Decoded first_letter(std::string_view text) {
  const auto byte = [&](std::size_t i) -> char32_t {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0;
  };
  const char32_t lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  if (lead < 0xC2 || lead > 0xF4) return {};
  const std::size_t length = lead < 0xE0 ? 2 : (lead < 0xF0 ? 3 : 4);
  char32_t code = lead & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80) return {};
    code = (code << 6U) | (byte(i) & 0x3FU);
  }
  constexpr std::array<char32_t, 5> least = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  return code < least[length] || code > 0x10FFFF || surrogate ? Decoded{} : Decoded{code, length};
}

bool is_command(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0) ||  // as ESC and CSI
         c == 0x2028 || c == 0x2029 ||           // ends of lines
         c == 0x061C || c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) ||
         (c >= 0x2066 && c <= 0x2069);  // which way text goes
}

std::string escaped(char32_t c) {
  switch (c) {
    case '\n':
      return "\\n";
    case '\r':
      return "\\r";
    case '\t':
      return "\\t";
    default:
      return c < 0x100 ? fmt::format("\\x{:02x}", static_cast<std::uint32_t>(c))
                       : fmt::format("\\u{:04x}", static_cast<std::uint32_t>(c));
  }
}

// `write` gives the text for a letter that cannot stay, and for a byte that is part of none.
template <typename Stays, typename Write>
std::string rewritten(std::string_view text, const Stays& stays, const Write& write) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const Decoded letter = first_letter(text);
    const std::size_t length = std::max<std::size_t>(letter.length, 1);
    if (letter.length == 0)
      out += write(static_cast<unsigned char>(text.front()));
    else if (is_command(letter.code) && !stays(letter.code))
      out += write(letter.code);
    else
      out += text.substr(0, length);
    text.remove_prefix(length);
  }
  return out;
}

}  // namespace

std::string printable(std::string_view text) {
  return rewritten(text, [](char32_t) { return false; }, escaped);
}

std::string printable_lines(std::string_view text) {
  return rewritten(text, [](char32_t c) { return c == '\n' || c == '\t'; }, escaped);
}

std::string json_text(const nlohmann::ordered_json& json, int indent) {
  const std::string text = json.dump(indent, ' ', false, nlohmann::json::error_handler_t::replace);
  // The writer has escaped what JSON does not allow; line ends are those it made itself.
  return rewritten(
      text, [](char32_t c) { return c == '\n'; },
      [](char32_t c) { return fmt::format("\\u{:04x}", static_cast<std::uint32_t>(c)); });
}

}  // namespace dala::cli
