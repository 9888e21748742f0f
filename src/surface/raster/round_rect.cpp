#include "surface/raster/shapes.hpp"

namespace dala::surface {

namespace {

// Calls corner(y, distance from the row of the circles' middles) for the rows that cross corners
// and side(y0, y1) for those between them, as far as the clip shows them.
template <typename Corner, typename Side>
void for_each_row(const Rect& clip, Scratch& scratch, const Rect& rect, std::int64_t radius,
                  const Corner& corner, const Side& side) {
  const std::int64_t top = rect.y0 + radius;         // the row of the upper circles' middles
  const std::int64_t bottom = rect.y1 - 1 - radius;  // and of the lower ones
  const auto corners = [&](std::int64_t y0, std::int64_t y1, auto distance) {
    y0 = std::max(y0, clip.y0);
    y1 = std::min(y1, clip.y1);
    if (y0 >= y1) return;
    scratch.circle.prepare(static_cast<std::uint32_t>(radius),
                           std::min(distance(y0), distance(y1 - 1)),
                           std::max(distance(y0), distance(y1 - 1)));
    for (std::int64_t y = y0; y < y1; ++y) corner(y, distance(y));
  };
  corners(rect.y0, top, [&](std::int64_t y) { return top - y; });
  side(std::max(top, clip.y0), std::min(bottom + 1, clip.y1));
  corners(bottom + 1, rect.y1, [&](std::int64_t y) { return y - bottom; });
}

std::int64_t fitting_radius(const Rect& rect, std::uint32_t radius) {
  return std::min({std::int64_t{radius}, (rect.width() - 1) / 2, (rect.height() - 1) / 2});
}

}  // namespace

void fill_round_rect(Canvas& canvas, Scratch& scratch, const Rect& rect, std::uint32_t radius,
                     Rgba color) {
  const Rect shown = intersect(rect, canvas.clip);
  if (shown.empty()) return;
  const std::int64_t r = fitting_radius(rect, radius);
  const std::int64_t left = rect.x0 + r;
  const std::int64_t right = rect.x1 - 1 - r;
  SpanList& spans = scratch.spans;
  spans.start(canvas.clip, 2 * shown.height());
  for_each_row(
      canvas.clip, scratch, rect, r,
      [&](std::int64_t y, std::int64_t distance) {
        const std::int64_t half = scratch.circle.half_width(distance);
        spans.add(y, left - half, right + half);
      },
      [&](std::int64_t y0, std::int64_t y1) {
        fill_rect(canvas, {rect.x0, y0, rect.x1, y1}, color);
      });
  paint(canvas, spans, shown, color);
}

void draw_round_rect(Canvas& canvas, Scratch& scratch, const Rect& rect, std::uint32_t radius,
                     Rgba color) {
  const Rect shown = intersect(rect, canvas.clip);
  if (shown.empty()) return;
  const std::int64_t r = fitting_radius(rect, radius);
  const std::int64_t left = rect.x0 + r;
  const std::int64_t right = rect.x1 - 1 - r;
  SpanList& spans = scratch.spans;
  spans.start(canvas.clip, 2 * shown.height());
  for_each_row(
      canvas.clip, scratch, rect, r,
      [&](std::int64_t y, std::int64_t distance) {
        const CircleRows::Run run = scratch.circle.outline(distance);
        if (run.inner == 0) return spans.add(y, left - run.outer, right + run.outer);
        spans.add(y, left - run.outer, left - run.inner);
        spans.add(y, right + run.inner, right + run.outer);
      },
      [&](std::int64_t y0, std::int64_t y1) {
        // With square corners the first and the last row are edges too.
        for (std::int64_t y = y0; y < y1; ++y) {
          if (r == 0 && (y == rect.y0 || y == rect.y1 - 1)) {
            spans.add(y, rect.x0, rect.x1 - 1);
            continue;
          }
          spans.add(y, rect.x0, rect.x0);
          if (rect.width() > 1) spans.add(y, rect.x1 - 1, rect.x1 - 1);
        }
      });
  paint(canvas, spans, shown, color);
}

}  // namespace dala::surface
