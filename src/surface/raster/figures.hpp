// The commands that only paint, as one type: where each one reaches, and how it is painted. None of
// them can fail.
#pragma once

#include <variant>

#include <dala/surface/commands.hpp>

#include "surface/raster/shapes.hpp"

namespace dala::surface {

// What a Blit paints. Good until the atlas changes.
struct PlacedSprite {
  const std::uint32_t* pixels = nullptr;
  std::uint32_t stride = 0;
  std::uint32_t w = 0;
  std::uint32_t h = 0;
  std::int32_t x = 0;
  std::int32_t y = 0;
  bool opaque = true;
};

using Figure = std::variant<draw::FillRect, draw::DrawLine, draw::DrawCircle, draw::FillCircle,
                            draw::DrawTriangle, draw::FillTriangle, draw::DrawRoundRect,
                            draw::FillRoundRect, PlacedSprite>;

// Around all pixels it may change, whatever the clip.
[[nodiscard]] Rect bounds_of(const Figure& figure);
// About how many of those it changes; `shown` is the part of its bounds that the clip shows.
[[nodiscard]] std::int64_t pixels_of(const Figure& figure, const Rect& shown);
void paint_figure(Canvas& canvas, Scratch& scratch, const Figure& figure);

// Whether it only replaces pixels, and in runs: then a canvas with a Cover can paint it.
[[nodiscard]] bool hides(const Figure& figure);

// Whether a command is a Figure as it is.
template <typename Command>
concept FigureCommand = std::constructible_from<Figure, std::in_place_type_t<Command>, Command>;

}  // namespace dala::surface
