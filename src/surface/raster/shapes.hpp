// The shapes, one file each. All of them cut to the canvas's clip before anything is drawn, take
// coordinates from the whole range of their types, blend no pixel twice, and cost no more for what
// lies outside the clip than finding that out.
#pragma once

#include <cstdint>
#include <initializer_list>

#include "surface/raster/circle_rows.hpp"
#include "surface/raster/spans.hpp"

namespace dala::surface {

struct Point {
  std::int64_t x;
  std::int64_t y;
};

// What shapes work with besides the canvas; kept from one to the next.
struct Scratch {
  SpanList spans;
  CircleRows circle;
  FilledCircles circles;
};

void fill_rect(Canvas& canvas, const Rect& rect, Rgba color);

// From the upper left to the lower right of all points, both inside.
[[nodiscard]] inline Rect around(std::initializer_list<Point> points) {
  Rect all{points.begin()->x, points.begin()->y, points.begin()->x + 1, points.begin()->y + 1};
  for (const Point& p : points) all = join(all, {p.x, p.y, p.x + 1, p.y + 1});
  return all;
}

// Bresenham's line; both ends are drawn.
void draw_line(Canvas& canvas, Scratch& scratch, Point from, Point to, Rgba color);

// The midpoint circle, and it with everything inside.
void draw_circle(Canvas& canvas, Scratch& scratch, Point center, std::uint32_t radius, Rgba color);
void fill_circle(Canvas& canvas, Scratch& scratch, Point center, std::uint32_t radius, Rgba color);

// Three lines, and every pixel whose middle lies inside the triangle or on its edge.
void draw_triangle(Canvas& canvas, Scratch& scratch, Point a, Point b, Point c, Rgba color);
void fill_triangle(Canvas& canvas, Scratch& scratch, Point a, Point b, Point c, Rgba color);

// Corners are quarters of circles of that radius, or of the largest that fits.
void draw_round_rect(Canvas& canvas, Scratch& scratch, const Rect& rect, std::uint32_t radius,
                     Rgba color);
void fill_round_rect(Canvas& canvas, Scratch& scratch, const Rect& rect, std::uint32_t radius,
                     Rgba color);

}  // namespace dala::surface
