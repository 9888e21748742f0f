// Text becomes lines of glyphs in a box.
#pragma once

#include <vector>

#include "text/engine/shaping.hpp"

namespace dala::text {

struct Line {
  std::vector<Glyph> glyphs = {};  // from the left, `x` and `y` from the line's own origin
  double width = 0;
  double ascent = 0;
  double descent = 0;
  double gap = 0;
  double x = 0;  // in the box
  double baseline = 0;
  int begin = 0;  // in the text
  int end = 0;
  bool right_to_left = false;
};

struct Composed {
  std::vector<Line> lines;
  double width = 0;  // of the box
  double height = 0;
  std::vector<std::uint32_t> bytes;  // of places in the text
  std::size_t missing = 0;
  bool cut = false;
};

class Composer {
 public:
  explicit Composer(Fonts& fonts) : fonts_(fonts) {}
  [[nodiscard]] Result<Composed> compose(const TextStyle& style, const FontFile* font);

 private:
  // A line that ends with an ellipsis, which is shaped with the letters before it: those that leave
  // no room for it are taken off.
  [[nodiscard]] Result<Line> shortened(const Analysis& analysis, int begin, int end,
                                       double max_width, const TextStyle& style, FontList& fonts);

  Fonts& fonts_;
  Analyser analyser_;
  Shaper shaper_;
};

}  // namespace dala::text
