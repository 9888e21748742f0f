// Letters become glyphs.
#pragma once

#include <vector>

#include "text/engine/analysis.hpp"

namespace dala::text {

// Lengths in pixels.
struct Glyph {
  Face* face = nullptr;
  std::uint32_t id = 0;
  int place = 0;  // in the text, where its letters begin
  double x = 0;   // of the origin, on the line
  double y = 0;   // downwards
  double advance = 0;
};

class Shaper {
 public:
  Shaper();
  // Glyphs of a part of an item, appended from the left; returns their width. Letters outside of
  // the part decide how those at its ends are joined.
  double shape(const Analysis& analysis, const Item& item, int begin, int end,
               const TextStyle& style, double x, std::vector<Glyph>& glyphs);

 private:
  HbBuffer buffer_;
};

}  // namespace dala::text
