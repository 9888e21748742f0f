#include "surface/raster/shapes.hpp"

namespace dala::surface {

void fill_rect(Canvas& canvas, const Rect& rect, Rgba color) {
  paint(canvas, intersect(rect, canvas.clip), color);
}

}  // namespace dala::surface
