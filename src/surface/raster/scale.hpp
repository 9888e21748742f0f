// A picture drawn at another size, bilinear between the middles of its pixels.
#pragma once

#include <vector>

#include "surface/raster/canvas.hpp"

namespace dala::surface {

struct ScaleSource {
  const std::uint32_t* pixels;  // premultiplied alpha, unless all of it is opaque
  std::uint32_t width;
  std::uint32_t height;
  bool opaque;
};

// Kept from one picture to the next.
struct ScaleScratch {
  std::vector<std::int32_t> columns;   // left source pixel of every target column
  std::vector<std::uint32_t> weights;  // of the right one, twice in 16 bits, up to 128
  std::vector<std::uint32_t> pairs;    // both, for every target column of a row
  std::vector<std::uint16_t> rows[2];  // source rows brought to the target's width
  std::vector<std::uint32_t> mixed;    // two source rows made one
};

void paint_scaled(Canvas& canvas, ScaleScratch& scratch, const ScaleSource& source,
                  const Rect& target);

// Colours multiplied by alpha, which interpolation needs: a transparent neighbour must not lend its
// colour.
[[nodiscard]] std::vector<std::uint32_t> multiply_alpha(const std::vector<std::uint32_t>& pixels);

}  // namespace dala::surface
