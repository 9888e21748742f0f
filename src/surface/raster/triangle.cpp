// Triangles by rows. Edges are followed with whole numbers and a remainder, so that a pixel exactly
// on an edge is known to be.
#include "surface/raster/shapes.hpp"
#include "surface/raster/wide.hpp"

namespace dala::surface {

namespace {

// Where the line from one point down to another meets the rows.
class Edge {
 public:
  // `from` is above `to`; starts at row y.
  Edge(Point from, Point to, std::int64_t y) : height_(to.y - from.y) {
    const std::int64_t width = to.x - from.x;
    const Wide along = (Wide{width} * (y - from.y));
    const Wide down = floor_div(along, height_);
    x_ = from.x + static_cast<std::int64_t>(down);
    rest_ = static_cast<std::int64_t>(along - (down * height_));
    step_ = static_cast<std::int64_t>(floor_div(width, height_));
    step_rest_ = width - (step_ * height_);
  }

  // The last pixel at or before the edge, and the first at or after it.
  [[nodiscard]] std::int64_t floor() const { return x_; }
  [[nodiscard]] std::int64_t ceil() const { return x_ + (rest_ > 0 ? 1 : 0); }

  void next_row() {
    x_ += step_;
    rest_ += step_rest_;
    if (rest_ >= height_) {
      rest_ -= height_;
      ++x_;
    }
  }

 private:
  std::int64_t height_;
  std::int64_t x_;
  std::int64_t rest_;
  std::int64_t step_;
  std::int64_t step_rest_;
};

// The rows from y0 up to but not including y1 between two edges.
void add_rows(SpanList& spans, Edge left, Edge right, std::int64_t y0, std::int64_t y1) {
  spans.add_rows(y0, y1, [&](std::int64_t) {
    const std::pair run(left.ceil(), right.floor());
    left.next_row();
    right.next_row();
    return run;
  });
}

}  // namespace

void fill_triangle(Canvas& canvas, Scratch& scratch, Point a, Point b, Point c, Rgba color) {
  if (b.y < a.y) std::swap(a, b);
  if (c.y < b.y) std::swap(b, c);
  if (b.y < a.y) std::swap(a, b);
  const Rect shown = intersect(canvas.clip, around({a, b, c}));
  if (shown.empty()) return;
  SpanList& spans = scratch.spans;
  spans.start(canvas.clip, shown.height());
  if (a.y == c.y) {
    spans.add(a.y, std::min({a.x, b.x, c.x}), std::max({a.x, b.x, c.x}));
  } else {
    // Rows down to b lie between a-b and a-c, those from it on between b-c and a-c.
    const std::int64_t middle = b.y < c.y ? b.y : c.y + 1;
    const bool b_is_left = Wide{b.x - a.x} * (c.y - a.y) < Wide{c.x - a.x} * (b.y - a.y);
    const auto part = [&](Point from, Point to, std::int64_t y0, std::int64_t y1) {
      if (y0 >= y1) return;
      const Edge low(from, to, y0);
      const Edge high(a, c, y0);
      add_rows(spans, b_is_left ? low : high, b_is_left ? high : low, y0, y1);
    };
    part(a, b, shown.y0, std::min(shown.y1, middle));
    part(b, c, std::max(shown.y0, middle), shown.y1);
  }
  paint(canvas, spans, shown, color);
}

}  // namespace dala::surface
