#include "surface/raster/shapes.hpp"

namespace dala::surface {

namespace {

// Calls row(y, its distance from the middle) for every row of the circle that the clip shows, and
// paints what that adds: at most two runs.
template <typename Row>
void paint_rows(Canvas& canvas, Scratch& scratch, Point center, std::uint32_t radius, Rgba color,
                const Row& row) {
  const std::int64_t r = radius;
  const Rect shown =
      intersect(canvas.clip, around({{center.x - r, center.y - r}, {center.x + r, center.y + r}}));
  if (shown.empty()) return;
  // Above and below the middle the rows are the same, so only distances from it count.
  const std::int64_t above = center.y - shown.y0;
  const std::int64_t below = shown.y1 - 1 - center.y;
  scratch.circle.prepare(radius, std::max<std::int64_t>(0, -std::min(above, below)),
                         std::max(above, below));
  scratch.spans.start(canvas.clip, 2 * shown.height());
  for (std::int64_t y = shown.y0; y < shown.y1; ++y)
    row(y, y < center.y ? center.y - y : y - center.y);
  paint(canvas, scratch.spans, shown, color);
}

}  // namespace

void fill_circle(Canvas& canvas, Scratch& scratch, Point center, std::uint32_t radius, Rgba color) {
  paint_rows(canvas, scratch, center, radius, color, [&](std::int64_t y, std::int64_t distance) {
    const std::int64_t half = scratch.circle.half_width(distance);
    scratch.spans.add(y, center.x - half, center.x + half);
  });
}

void draw_circle(Canvas& canvas, Scratch& scratch, Point center, std::uint32_t radius, Rgba color) {
  paint_rows(canvas, scratch, center, radius, color, [&](std::int64_t y, std::int64_t distance) {
    const CircleRows::Run run = scratch.circle.outline(distance);
    if (run.inner == 0) return scratch.spans.add(y, center.x - run.outer, center.x + run.outer);
    scratch.spans.add(y, center.x - run.outer, center.x - run.inner);
    scratch.spans.add(y, center.x + run.inner, center.x + run.outer);
  });
}

}  // namespace dala::surface
