// Shapes that follow one another, painted band by band.
//
// A frame is larger than the cache near a core, and shapes of a picture lie all over it. So they
// are gathered, and all of them painted in a band of rows that does fit before the next band's
// turn: memory is then moved once for all shapes and not once for each. In every band they come in
// their order, so the picture is the same.
#pragma once

#include <optional>
#include <vector>

#include "surface/figures.hpp"

namespace dala::surface {

class Bands {
 public:
  // Begins with a frame of this colour, whatever the clip. Nothing may have been gathered.
  void clear(Rgba color) { ground_ = color; }
  // `clip` as it will be when they are painted.
  void add(const Figure& figure, const Rect& clip);

  [[nodiscard]] bool is_empty() const { return figures_.empty() && !ground_; }
  [[nodiscard]] bool is_full() const { return figures_.size() >= most; }
  // Whether painting replaces everything there was.
  [[nodiscard]] bool replaces() const { return ground_.has_value(); }

  // Paints what was gathered, and forgets it.
  void paint(Canvas& canvas, Scratch& scratch);

 private:
  // Messages are as long as their senders like; this bounds the memory for them.
  static constexpr std::size_t most = 4096;

  struct Rows {
    std::int32_t first;
    std::int32_t end;
  };

  void paint_rows(Canvas& canvas, Scratch& scratch, const Rect& clip, std::int64_t first,
                  std::int64_t end) const;

  std::optional<Rgba> ground_;
  std::vector<Figure> figures_;
  std::vector<Rows> rows_;   // of each shape, as far as the clip shows it
  std::int64_t pixels_ = 0;  // of all shapes' bounds together
};

}  // namespace dala::surface
