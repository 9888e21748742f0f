// One item over a part of one row, in the host's memory, with vectors. item.hpp says what it does.
#pragma once

#include <cstddef>
#include <cstdint>

#include "scene/compose/item.hpp"

namespace dala::scene {

// Pixels in the host's memory: RGBA bytes as words, red in the low one.
struct HostPixels {
  const std::uint32_t* pixels = nullptr;
  std::int32_t width = 0;
  std::int32_t height = 0;
};

// An item with its pictures found.
struct PaintItem {
  Rect bounds = {};
  BlendMode blend = BlendMode::normal;
  std::int32_t opacity = 255;
  bool covered = true;
  bool moves = false;  // pixel for pixel
  bool round = false;
  bool opaque = false;  // what it shows is
  std::uint32_t color = 0;
  HostPixels layer = {};
  SourceMap map = {};
  Rect taps = {};
  BoxMap box = {};
  HostPixels mask = {};
  std::int32_t mask_x = 0;
  std::int32_t mask_y = 0;
};

// `row` begins at x = 0; x0 to x1 lies within the item's bounds and y too.
void paint_row(const PaintItem& item, std::uint32_t* row, std::int32_t y, std::int32_t x0,
               std::int32_t x1);

[[nodiscard]] bool is_opaque(const std::uint32_t* pixels, std::size_t count);
// Premultiplies alpha. May be in place.
void premultiply_alpha(const std::uint32_t* pixels, std::uint32_t* out, std::size_t count);
// Undoes the premultiplication, to the nearest; 0 where alpha is 0.
void unpremultiply_alpha(const std::uint32_t* pixels, std::uint32_t* out, std::size_t count);
// Alpha as the colours of an opaque image.
void spread_alpha(const std::uint32_t* pixels, std::uint32_t* out, std::size_t count);
// The colours of one image, limited to alpha, which is the red channel of the other.
void join_alpha(const std::uint32_t* colours, const std::uint32_t* alphas, std::uint32_t* out,
                std::size_t count);

// One row of a smaller picture: each pixel is the mean of a square of `factor` pixels, of `rows`
// rows from `from` on, each `width` long, as far as there are so many.
void shrink_row(const std::uint32_t* from, std::size_t width, std::size_t rows, std::size_t factor,
                std::uint32_t* to, std::size_t count);

}  // namespace dala::scene
