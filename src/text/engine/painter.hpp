// Lines of glyphs become a picture.
#pragma once

#include <vector>

#include "text/engine/glyph_cache.hpp"
#include "text/engine/lines.hpp"

#include <dala/text.hpp>

namespace dala::text {

class Painter {
 public:
  explicit Painter(FT_Library library) : glyphs_(library) {}
  // On failure `drawn` is as it was.
  [[nodiscard]] Result<void> paint(const Composed& text, const TextStyle& style, DrawnText& drawn);

 private:
  // Pixels from the top left of the box; the end is not part of it.
  struct Area {
    int left = 0;
    int top = 0;
    int right = 0;
    int bottom = 0;
    void add(int l, int t, int r, int b);
    [[nodiscard]] std::size_t width() const { return static_cast<std::size_t>(right - left); }
    [[nodiscard]] std::size_t height() const { return static_cast<std::size_t>(bottom - top); }
  };
  template <typename Do>
  [[nodiscard]] Result<void> for_each_glyph(const Composed& text, double size, double outline,
                                            const Do& act);

  GlyphCache glyphs_;
  std::vector<std::uint8_t> letters_;   // coverage of all of them, as large as the picture
  std::vector<std::uint8_t> outlined_;  // with what is around them
  std::vector<std::uint8_t> shadow_;
  std::vector<std::uint8_t> pictures_;  // RGBA, premultiplied
};

}  // namespace dala::text
