// Text as the library sees it. What lays it out and draws it is in text/engine, a library of its
// own that the first text loads: FreeType, HarfBuzz, fontconfig and ICU, which programs without
// text should not pay for.
//
// Both sides are built from the same sources at the same time, so this interface need not be
// stable; cmake/DalaInterface.cmake keeps a stray file of another build from being used.
//
// Styles and lengths are checked before they get to the other side, which checks the text itself.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include <dala/text.hpp>

namespace dala::text {

// A font that is no part of the machine's.
struct FontFile {
  std::string identity =
      {};  // identifies the state of the file; cache key of everything made from it
  std::function<Result<std::vector<std::byte>>()> read = {};  // all of it, once
};

// `font` is the one that the style's family names, or nothing.
class Library {
 public:
  virtual ~Library() = default;
  [[nodiscard]] virtual std::string version() const = 0;
  [[nodiscard]] virtual Result<TextLayout> layout(const TextStyle& style, const FontFile* font) = 0;
  [[nodiscard]] virtual Result<void> draw(const TextStyle& style, const FontFile* font,
                                          DrawnText& drawn) = 0;
};

// The one of the process, loaded on first use; `unsupported` where it is not installed.
[[nodiscard]] Result<Library*> library();

}  // namespace dala::text
