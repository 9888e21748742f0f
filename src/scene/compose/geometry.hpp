// Rectangles of whole pixels, and affine maps.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <dala/scene/transform.hpp>

namespace dala::scene {

// From (x0, y0) inclusive to (x1, y1) exclusive.
struct Rect {
  std::int32_t x0 = 0;
  std::int32_t y0 = 0;
  std::int32_t x1 = 0;
  std::int32_t y1 = 0;

  [[nodiscard]] constexpr bool empty() const { return x0 >= x1 || y0 >= y1; }
  [[nodiscard]] constexpr std::int32_t width() const { return x1 - x0; }
  [[nodiscard]] constexpr std::int32_t height() const { return y1 - y0; }
  [[nodiscard]] constexpr std::int64_t area() const {
    return empty() ? 0 : std::int64_t{width()} * height();
  }
  [[nodiscard]] constexpr bool covers(const Rect& other) const {
    return x0 <= other.x0 && y0 <= other.y0 && x1 >= other.x1 && y1 >= other.y1;
  }
  [[nodiscard]] constexpr Rect moved(std::int32_t dx, std::int32_t dy) const {
    return {x0 + dx, y0 + dy, x1 + dx, y1 + dy};
  }
  friend constexpr bool operator==(const Rect&, const Rect&) = default;
};

[[nodiscard]] constexpr Rect intersection(const Rect& a, const Rect& b) {
  return {std::max(a.x0, b.x0), std::max(a.y0, b.y0), std::min(a.x1, b.x1), std::min(a.y1, b.y1)};
}

// The bounding rectangle of both; empty ones are ignored.
[[nodiscard]] constexpr Rect around(const Rect& a, const Rect& b) {
  if (a.empty()) return b;
  if (b.empty()) return a;
  return {std::min(a.x0, b.x0), std::min(a.y0, b.y0), std::max(a.x1, b.x1), std::max(a.y1, b.y1)};
}

// (x, y) becomes (xx * x + xy * y + x0, yx * x + yy * y + y0).
struct Affine {
  double xx = 1;
  double xy = 0;
  double x0 = 0;
  double yx = 0;
  double yy = 1;
  double y0 = 0;

  [[nodiscard]] static Affine move(double dx, double dy) { return {1, 0, dx, 0, 1, dy}; }
  [[nodiscard]] static Affine scale(double sx, double sy) { return {sx, 0, 0, 0, sy, 0}; }
  // Clockwise, as y grows downwards. Quarter turns are exact.
  [[nodiscard]] static Affine rotate(double degrees) {
    const double turn = std::remainder(degrees, 360.0);
    double c = std::cos(turn * M_PI / 180);
    double s = std::sin(turn * M_PI / 180);
    if (std::abs(c) < 1e-15) c = 0;
    if (std::abs(s) < 1e-15) s = 0;
    return {c, -s, 0, s, c, 0};
  }

  [[nodiscard]] Point operator()(Point p) const {
    return {(xx * p.x) + (xy * p.y) + x0, (yx * p.x) + (yy * p.y) + y0};
  }
  [[nodiscard]] double determinant() const { return (xx * yy) - (xy * yx); }
  // The inverse of a map whose determinant is not 0.
  [[nodiscard]] Affine inverse() const {
    const double d = determinant();
    const Affine turned{yy / d, -xy / d, 0, -yx / d, xx / d, 0};
    const Point back = turned({x0, y0});
    return {turned.xx, turned.xy, -back.x, turned.yx, turned.yy, -back.y};
  }
  friend bool operator==(const Affine&, const Affine&) = default;
};

// `b` first, then `a`.
[[nodiscard]] inline Affine operator*(const Affine& a, const Affine& b) {
  return {(a.xx * b.xx) + (a.xy * b.yx),        (a.xx * b.xy) + (a.xy * b.yy),
          (a.xx * b.x0) + (a.xy * b.y0) + a.x0, (a.yx * b.xx) + (a.yy * b.yx),
          (a.yx * b.xy) + (a.yy * b.yy),        (a.yx * b.x0) + (a.yy * b.y0) + a.y0};
}

}  // namespace dala::scene
