#include "core/text/shown_text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace dala {

namespace {

struct Range {
  char32_t first;
  char32_t last;
};

template <std::size_t count>
bool is_in(char32_t c, const std::array<Range, count>& ranges) {
  return std::ranges::any_of(ranges, [c](Range r) { return c >= r.first && c <= r.last; });
}

constexpr std::array controls = {
    Range{0, 0x1F},        Range{0x7F, 0x9F},     Range{0x061C, 0x061C}, Range{0x200E, 0x200F},
    Range{0x2028, 0x202E}, Range{0x2066, 0x2069}, Range{0xFFF9, 0xFFFB}};
// Combining marks and invisible characters.
constexpr std::array without_width = {Range{0x0300, 0x036F}, Range{0x200B, 0x200D},
                                      Range{0x20D0, 0x20FF}, Range{0xFE00, 0xFE0F},
                                      Range{0xFEFF, 0xFEFF}};
// East Asian letters and pictures.
constexpr std::array wide = {
    Range{0x1100, 0x115F},   Range{0x2E80, 0xA4CF},  Range{0xAC00, 0xD7A3}, Range{0xF900, 0xFAFF},
    Range{0xFE30, 0xFE6F},   Range{0xFF00, 0xFF60},  Range{0xFFE0, 0xFFE6}, Range{0x1F300, 0x1F64F},
    Range{0x1F900, 0x1FAFF}, Range{0x20000, 0x3FFFD}};

struct Letter {
  char32_t code = 0;
  std::size_t bytes = 0;  // 0: no valid UTF-8 begins here
};

Letter first_letter(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  const std::uint8_t lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t bytes = lead < 0xE0 ? 2 : (lead < 0xF0 ? 3 : 4);
  if (lead < 0xC2 || lead > 0xF4 || text.size() < bytes) return {};
  char32_t code = lead & (0xFFU >> (bytes + 1));
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xC0U) != 0x80U) return {};
    code = (code << 6) | (byte(i) & 0x3FU);
  }
  const bool is_overlong = (bytes == 3 && code < 0x800) || (bytes == 4 && code < 0x10000);
  const bool is_surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (is_overlong || is_surrogate || code > 0x10FFFF) return {};
  return {code, bytes};
}

}  // namespace

ShownText shown_text(std::string_view text) {
  ShownText out;
  while (!text.empty()) {
    const Letter letter = first_letter(text);
    const std::string_view bytes = text.substr(0, std::max<std::size_t>(1, letter.bytes));
    text.remove_prefix(bytes.size());
    if (letter.code == '\t') {
      out.text += ' ';
    } else if (letter.bytes == 0 || is_in(letter.code, controls)) {
      out.text += '?';
    } else {
      out.text += bytes;
      if (is_in(letter.code, without_width)) continue;
      if (is_in(letter.code, wide)) ++out.columns;
    }
    ++out.columns;
  }
  return out;
}

}  // namespace dala
