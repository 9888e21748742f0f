// Texts for tests, and which fonts they need.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include <dala/text.hpp>

#include "support/results.hpp"

namespace dala::test {

// Whether a font of this name drew something of the text.
[[nodiscard]] inline bool uses_font(const TextLayout& layout, const std::string& name) {
  for (const std::string& font : layout.fonts)
    if (font.find(name) != std::string::npos) return true;
  return false;
}

// Why texts cannot be drawn here as they are in tests, or nothing when they can: the pictures
// depend on the fonts that scripts/setup installs.
[[nodiscard]] inline std::string lacks(const TextStyle& style, const std::string& font) {
  const auto version = text_version();
  if (!version) return version.error().message;
  const auto layout = layout_text(style);
  if (!layout) return layout.error().message;
  return uses_font(*layout, font) ? "" : "the font " + font + " is not installed";
}

}  // namespace dala::test
