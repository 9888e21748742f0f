// Lines, and triangles made of lines. Bresenham's line is entered where it meets the clip: step i
// of the longer axis lies at floor((2 i d + n) / 2 n) of the shorter one, so any step can be found
// without those before it.
#include "surface/raster/shapes.hpp"
#include "surface/raster/wide.hpp"

namespace dala::surface {

namespace {

// The part of a line that the clip shows. `along` is the longer axis: x, or y when steep.
struct Line {
  bool steep = false;
  std::int64_t along = 0;   // of the first pixel
  std::int64_t across = 0;  // of the first pixel
  int along_sign = 1;
  int across_sign = 1;
  std::int64_t pixels = 0;
  std::int64_t rest = 0;  // steps across when it reaches `whole`
  std::int64_t step = 0;  // what every step along adds to it
  std::int64_t whole = 1;
};

struct Steps {
  Wide first;
  Wide last;
};

// The steps at which `start + sign * step` lies in [low, high).
Steps steps_within(std::int64_t start, int sign, std::int64_t low, std::int64_t high) {
  if (sign > 0) return {Wide{low} - start, Wide{high} - 1 - start};
  return {Wide{start} - (high - 1), Wide{start} - low};
}

Steps common(const Steps& a, const Steps& b) {
  return {std::max(a.first, b.first), std::min(a.last, b.last)};
}

Line enter(Rect clip, Point from, Point to) {
  Line line;
  line.steep = std::max(from.y, to.y) - std::min(from.y, to.y) >
               std::max(from.x, to.x) - std::min(from.x, to.x);
  if (line.steep) {
    std::swap(from.x, from.y);
    std::swap(to.x, to.y);
    clip = {clip.y0, clip.x0, clip.y1, clip.x1};
  }
  line.along_sign = to.x < from.x ? -1 : 1;
  line.across_sign = to.y < from.y ? -1 : 1;
  const std::int64_t n = line.along_sign * (to.x - from.x);
  const std::int64_t d = line.across_sign * (to.y - from.y);
  Steps steps = common({0, n}, steps_within(from.x, line.along_sign, clip.x0, clip.x1));
  const Steps rises = steps_within(from.y, line.across_sign, clip.y0, clip.y1);
  if (d == 0) {
    if (rises.first > 0 || rises.last < 0) return line;
  } else {
    // The first step that is so far across, and the last that is no further.
    steps = common(steps, {ceil_div((2 * rises.first - 1) * n, Wide{2} * d),
                           ceil_div((2 * rises.last + 1) * n, Wide{2} * d) - 1});
  }
  if (steps.first > steps.last) return line;
  line.pixels = static_cast<std::int64_t>(steps.last - steps.first) + 1;
  line.step = 2 * d;
  line.whole = std::max<std::int64_t>(2 * n, 1);
  const Wide start = (2 * steps.first * d) + n;
  const Wide rise = floor_div(start, line.whole);
  line.rest = static_cast<std::int64_t>(start - (rise * line.whole));
  line.along = from.x + (line.along_sign * static_cast<std::int64_t>(steps.first));
  line.across = from.y + (line.across_sign * static_cast<std::int64_t>(rise));
  return line;
}

void plot(Canvas& canvas, const Line& line, std::uint32_t value) {
  if (line.pixels == 0) return;
  const std::int64_t x = line.steep ? line.across : line.along;
  const std::int64_t y = line.steep ? line.along : line.across;
  const std::ptrdiff_t along = (line.steep ? std::ptrdiff_t{canvas.width} : 1) * line.along_sign;
  const std::ptrdiff_t across = (line.steep ? 1 : std::ptrdiff_t{canvas.width}) * line.across_sign;
  std::uint32_t* at = canvas.row(y) + x;
  std::int64_t rest = line.rest;
  for (std::int64_t i = line.pixels; i > 0; --i) {
    *at = value;
    // Without branches: which way a line goes next is hard to foresee. The pointer is not moved
    // past the last pixel, from where it might leave the frame.
    if (i == 1) return;
    rest += line.step;
    const bool over = rest >= line.whole;
    at += along + (over ? across : 0);
    rest -= over ? line.whole : 0;
  }
}

void add(SpanList& spans, Line line) {
  spans.reserve(line.pixels);
  for (std::int64_t i = 0; i < line.pixels; ++i) {
    if (line.steep)
      spans.add(line.along, line.across, line.across);
    else
      spans.add(line.across, line.along, line.along);
    line.along += line.along_sign;
    line.rest += line.step;
    if (line.rest >= line.whole) {
      line.rest -= line.whole;
      line.across += line.across_sign;
    }
  }
}

using End = std::pair<Point, Point>;

void draw_lines(Canvas& canvas, Scratch& scratch, const Rect& bounds,
                std::initializer_list<End> lines, Rgba color) {
  const Rect shown = intersect(bounds, canvas.clip);
  if (shown.empty() || color.a == 0) return;
  canvas.damage = join(canvas.damage, shown);
  if (color.a == 255) {
    for (const auto& [from, to] : lines)
      plot(canvas, enter(canvas.clip, from, to), pixel_of(color));
    return;
  }
  scratch.spans.start(canvas.clip, 0);
  for (const auto& [from, to] : lines) add(scratch.spans, enter(canvas.clip, from, to));
  // Also makes runs of pixels that lie side by side. Corners belong to two lines, and more near
  // them when the angle is small.
  scratch.spans.join_overlapping();
  paint(canvas, scratch.spans, shown, color);
}

}  // namespace

void draw_line(Canvas& canvas, Scratch& scratch, Point from, Point to, Rgba color) {
  draw_lines(canvas, scratch, around({from, to}), {{from, to}}, color);
}

void draw_triangle(Canvas& canvas, Scratch& scratch, Point a, Point b, Point c, Rgba color) {
  draw_lines(canvas, scratch, around({a, b, c}), {{a, b}, {b, c}, {c, a}}, color);
}

}  // namespace dala::surface
