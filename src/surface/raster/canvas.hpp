// What the shapes draw on: the pixels of one frame, and where drawing may go.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include <dala/surface/color.hpp>

namespace dala::surface {

// From (x0, y0) up to but not including (x1, y1). Wide enough for anything that a command can say,
// so that shapes can be cut before their coordinates become small.
struct Rect {
  std::int64_t x0 = 0;
  std::int64_t y0 = 0;
  std::int64_t x1 = 0;
  std::int64_t y1 = 0;

  [[nodiscard]] bool empty() const { return x0 >= x1 || y0 >= y1; }
  [[nodiscard]] std::int64_t width() const { return x1 - x0; }
  [[nodiscard]] std::int64_t height() const { return y1 - y0; }
  friend bool operator==(const Rect&, const Rect&) = default;
};

// At (x, y), `w` wide and `h` high.
[[nodiscard]] inline Rect rect_at(std::int64_t x, std::int64_t y, std::int64_t w, std::int64_t h) {
  return {x, y, x + w, y + h};
}

[[nodiscard]] inline Rect intersect(const Rect& a, const Rect& b) {
  return {std::max(a.x0, b.x0), std::max(a.y0, b.y0), std::min(a.x1, b.x1), std::min(a.y1, b.y1)};
}

// The smallest rectangle around both.
[[nodiscard]] inline Rect join(const Rect& a, const Rect& b) {
  if (a.empty()) return b;
  if (b.empty()) return a;
  return {std::min(a.x0, b.x0), std::min(a.y0, b.y0), std::max(a.x1, b.x1), std::max(a.y1, b.y1)};
}

// As the bytes r, g, b, a lie in memory.
[[nodiscard]] inline std::uint32_t pixel_of(Rgba color) {
  static_assert(std::endian::native == std::endian::little);
  return std::bit_cast<std::uint32_t>(color);
}

class Cover;

struct Canvas {
  std::uint32_t* pixels = nullptr;  // rows from the top, without gaps
  std::int32_t width = 0;
  std::int32_t height = 0;
  Rect clip;    // always inside the frame
  Rect damage;  // around everything drawn since somebody last emptied it
  // Set while opaque shapes are painted from the last to the first: pixels it has stay.
  Cover* cover = nullptr;
  bool is_prefetched = false;  // the rows of the clip were prefetched, and need not be again

  [[nodiscard]] Rect frame() const { return {0, 0, width, height}; }
  [[nodiscard]] std::uint32_t* row(std::int64_t y) const { return pixels + (y * width); }
};

}  // namespace dala::surface
