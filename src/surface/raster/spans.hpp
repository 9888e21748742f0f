// Runs of pixels, filled or blended: where all shapes end. Compiled for every instruction set;
// which one is found out once for a whole shape, not for every run.
#pragma once

#include <span>
#include <vector>

#include "surface/raster/canvas.hpp"

namespace dala::surface {

// The pixels from x0 up to but not including x1 of one row.
struct Span {
  std::int32_t y;
  std::int32_t x0;
  std::int32_t x1;
};

// The runs of one shape, cut to the clip as they come. Keeps its memory from shape to shape.
class SpanList {
 public:
  // At most `most` runs follow, all in rows of the clip.
  void start(const Rect& clip, std::int64_t most) {
    clip_ = clip;
    count_ = 0;
    reserve(most);
  }
  // Room for so many more.
  void reserve(std::int64_t more) {
    if (const auto needed = count_ + static_cast<std::size_t>(std::max<std::int64_t>(more, 0));
        needed > spans_.size())
      spans_.resize(std::max(needed, 2 * spans_.size()));
  }
  // From x0 to x1, both drawn.
  void add(std::int64_t y, std::int64_t x0, std::int64_t x1) {
    x0 = std::max(x0, clip_.x0);
    x1 = std::min(x1 + 1, clip_.x1);
    spans_[count_] = {static_cast<std::int32_t>(y), static_cast<std::int32_t>(x0),
                      static_cast<std::int32_t>(x1)};
    count_ += x0 < x1 ? 1 : 0;
  }
  // One for each row from y0 up to but not including y1: row(y) gives {x0, x1}, both drawn.
  template <typename Row>
  void add_rows(std::int64_t y0, std::int64_t y1, const Row& row) {
    Span* to = spans_.data() + count_;
    const std::int64_t left = clip_.x0;
    const std::int64_t right = clip_.x1;
    for (std::int64_t y = y0; y < y1; ++y) {
      auto [x0, x1] = row(y);
      x0 = std::max(x0, left);
      x1 = std::min(x1 + 1, right);
      *to = {static_cast<std::int32_t>(y), static_cast<std::int32_t>(x0),
             static_cast<std::int32_t>(x1)};
      to += x0 < x1 ? 1 : 0;
    }
    count_ = static_cast<std::size_t>(to - spans_.data());
  }
  // Joins runs that overlap, so that no pixel is blended twice.
  void join_overlapping();

  [[nodiscard]] const Rect& clip() const { return clip_; }
  [[nodiscard]] std::span<const Span> spans() const { return {spans_.data(), count_}; }

 private:
  Rect clip_;
  std::vector<Span> spans_;
  std::size_t count_ = 0;
};

// Source-over: replaces where the colour is opaque, else blends, exact to the nearest integer.
// `around` holds all spans, which lie inside the frame and do not overlap.
void paint(Canvas& canvas, const SpanList& spans, const Rect& around, Rgba color);
// The same for spans that count from (x, y).
void paint(Canvas& canvas, std::span<const Span> spans, std::int64_t x, std::int64_t y,
           const Rect& around, Rgba color);
// The same for a rectangle inside the frame.
void paint(Canvas& canvas, const Rect& rect, Rgba color);
// Replaces, whatever the alpha.
void replace(Canvas& canvas, const Rect& rect, Rgba color);

// Pixels over pixels, `rect.width()` of each row; rows of `source` are `stride` pixels apart.
// `opaque` says that no pixel of the source has alpha below 255.
void paint(Canvas& canvas, const Rect& rect, const std::uint32_t* source, std::size_t stride,
           bool opaque);

[[nodiscard]] bool is_opaque(std::span<const std::uint32_t> pixels);

}  // namespace dala::surface
