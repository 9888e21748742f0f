// What a style may say.
#pragma once

#include <dala/text.hpp>

namespace dala::text {

// `invalid_argument` with the field, its value and what would be right.
[[nodiscard]] Result<void> check(const TextStyle& style);

// A family with a slash is a font file and not the name of a font.
[[nodiscard]] inline bool is_font_file(const std::string& family) {
  return family.find('/') != std::string::npos;
}

}  // namespace dala::text
