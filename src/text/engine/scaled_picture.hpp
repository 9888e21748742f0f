// Letters that are pictures, brought to the size of the text.
#pragma once

#include "text/engine/glyph_cache.hpp"

namespace dala::text {

// `x` and `y` are parts of a pixel that it is moved by, right and down. What is no picture in
// colour becomes nothing.
void scale_picture(const FT_GlyphSlotRec& slot, double scale, double x, double y,
                   GlyphBitmap& into);

}  // namespace dala::text
