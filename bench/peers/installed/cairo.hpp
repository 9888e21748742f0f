// Cairo's image surfaces, where they are installed: premultiplied alpha, no antialiasing.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace dala::bench {

struct PeerRect {
  int x;
  int y;
  int w;
  int h;
};

// Each returns what does the work on a frame of its own; empty without cairo.
[[nodiscard]] std::function<void()> cairo_fills(int width, int height, std::vector<PeerRect> rects,
                                                double alpha);
// The picture has size * size pixels, or width and height for one that is scaled to `target`.
[[nodiscard]] std::function<void()> cairo_blits(int width, int height, int size, bool opaque,
                                                std::vector<PeerRect> places);
[[nodiscard]] std::function<void()> cairo_scale(int width, int height, int source_width,
                                                int source_height, bool opaque, PeerRect target);

}  // namespace dala::bench
