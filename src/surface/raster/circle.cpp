#include "surface/raster/shapes.hpp"

namespace dala::surface {

namespace {

// What of a circle the clip shows.
Rect shown_of(const Canvas& canvas, Point center, std::int64_t r) {
  return intersect(canvas.clip, {center.x - r, center.y - r, center.x + r + 1, center.y + r + 1});
}

// Prepares its rows, with room for two runs in each.
void prepare(const Canvas& canvas, Scratch& scratch, Point center, std::uint32_t radius,
             const Rect& shown) {
  // Above and below the middle the rows are the same, so only distances from it count.
  const std::int64_t above = center.y - shown.y0;
  const std::int64_t below = shown.y1 - 1 - center.y;
  scratch.circle.prepare(radius, std::max<std::int64_t>(0, -std::min(above, below)),
                         std::max(above, below));
  scratch.spans.start(canvas.clip, 2 * shown.height());
}

std::int64_t distance(std::int64_t y, Point center) {
  return y < center.y ? center.y - y : y - center.y;
}

}  // namespace

void fill_circle(Canvas& canvas, Scratch& scratch, Point center, std::uint32_t radius, Rgba color) {
  const std::int64_t r = radius;
  const Rect shown = shown_of(canvas, center, r);
  if (shown.empty()) return;
  if (radius <= FilledCircles::largest && shown.width() == (2 * r) + 1) {
    const auto runs = scratch.circles.spans(radius, scratch.circle)
                          .subspan(static_cast<std::size_t>(shown.y0 - (center.y - r)),
                                   static_cast<std::size_t>(shown.height()));
    paint(canvas, runs, center.x, center.y, shown, color);
    return;
  }
  prepare(canvas, scratch, center, radius, shown);
  scratch.spans.add_rows(shown.y0, shown.y1, [&](std::int64_t y) {
    const std::int64_t half = scratch.circle.half_width(distance(y, center));
    return std::pair(center.x - half, center.x + half);
  });
  paint(canvas, scratch.spans, shown, color);
}

void draw_circle(Canvas& canvas, Scratch& scratch, Point center, std::uint32_t radius, Rgba color) {
  const Rect shown = shown_of(canvas, center, radius);
  if (shown.empty()) return;
  prepare(canvas, scratch, center, radius, shown);
  for (std::int64_t y = shown.y0; y < shown.y1; ++y) {
    const CircleRows::Run run = scratch.circle.outline(distance(y, center));
    if (run.inner == 0) {
      scratch.spans.add(y, center.x - run.outer, center.x + run.outer);
      continue;
    }
    scratch.spans.add(y, center.x - run.outer, center.x - run.inner);
    scratch.spans.add(y, center.x + run.inner, center.x + run.outer);
  }
  paint(canvas, scratch.spans, shown, color);
}

}  // namespace dala::surface
