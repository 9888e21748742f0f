#include "pixel_loops.hpp"

#include <algorithm>
#include <cstdlib>

namespace dala::bench {
namespace {

void set_pixel(const PixelFrame& frame, int x, int y, std::uint32_t value) {
  if (x < 0 || y < 0 || x >= frame.width || y >= frame.height) return;
  frame.pixels[(static_cast<std::ptrdiff_t>(y) * frame.width) + x] = value;
}

}  // namespace

void loop_fill_circle(const PixelFrame& frame, int cx, int cy, int radius, std::uint32_t value) {
  for (int dy = -radius; dy <= radius; ++dy)
    for (int dx = -radius; dx <= radius; ++dx)
      if ((dx * dx) + (dy * dy) <= radius * radius) set_pixel(frame, cx + dx, cy + dy, value);
}

void loop_fill_triangle(const PixelFrame& frame, int x1, int y1, int x2, int y2, int x3, int y3,
                        std::uint32_t value) {
  const int top = std::min({y1, y2, y3});
  const int bottom = std::max({y1, y2, y3});
  for (int y = top; y <= bottom; ++y) {
    int left = frame.width;
    int right = -1;
    const auto edge = [&](int ax, int ay, int bx, int by) {
      if (ay == by || y < std::min(ay, by) || y > std::max(ay, by)) return;
      const int x = ax + ((bx - ax) * (y - ay) / (by - ay));
      left = std::min(left, x);
      right = std::max(right, x);
    };
    edge(x1, y1, x2, y2);
    edge(x2, y2, x3, y3);
    edge(x3, y3, x1, y1);
    for (int x = left; x <= right; ++x) set_pixel(frame, x, y, value);
  }
}

void loop_draw_line(const PixelFrame& frame, int x1, int y1, int x2, int y2, std::uint32_t value) {
  const int dx = std::abs(x2 - x1);
  const int dy = -std::abs(y2 - y1);
  const int sx = x1 < x2 ? 1 : -1;
  const int sy = y1 < y2 ? 1 : -1;
  int error = dx + dy;
  while (true) {
    set_pixel(frame, x1, y1, value);
    if (x1 == x2 && y1 == y2) return;
    const int twice = 2 * error;
    if (twice >= dy) {
      error += dy;
      x1 += sx;
    }
    if (twice <= dx) {
      error += dx;
      y1 += sy;
    }
  }
}

}  // namespace dala::bench
