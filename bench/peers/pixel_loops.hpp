// Shapes as a framebuffer draws them that sets one pixel at a time and checks each: what the speed
// of ours is measured against where no library draws the same.
#pragma once

#include <cstdint>

namespace dala::bench {

struct PixelFrame {
  std::uint32_t* pixels;
  int width;
  int height;
};

void loop_fill_circle(const PixelFrame& frame, int cx, int cy, int radius, std::uint32_t value);
void loop_fill_triangle(const PixelFrame& frame, int x1, int y1, int x2, int y2, int x3, int y3,
                        std::uint32_t value);
void loop_draw_line(const PixelFrame& frame, int x1, int y1, int x2, int y2, std::uint32_t value);

}  // namespace dala::bench
