// Shapes that follow one another, painted band by band.
//
// A frame is larger than the cache near a core, and shapes of a picture lie all over it. So they
// are gathered, and all of them painted in a band of rows that does fit before the next band's
// turn: memory is then moved once for all shapes and not once for each. In every band they come in
// their order, so the picture is the same.
//
// Where opaque shapes lie on top of one another many times, those of a band are painted from the
// last to the first, and only where nothing is yet.
#pragma once

#include <optional>
#include <vector>

#include "surface/raster/cover.hpp"
#include "surface/raster/figures.hpp"

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

  // A figure as far as the clip shows it.
  struct Reach {
    std::int32_t first;  // row
    std::int32_t end;
    std::int32_t width;
    bool hides;
  };

  // How many rows a band has.
  [[nodiscard]] std::int64_t height_of_bands(const Canvas& canvas) const;
  // Puts the figures of every band into `here_`, in their order.
  void deal_out(std::int64_t rows, std::int64_t bands);
  // All three: those of `here_` from `first` up to but not including `end`.
  void paint_forward(Canvas& canvas, Scratch& scratch, std::size_t first, std::size_t end);
  void paint_backward(Canvas& canvas, Scratch& scratch, std::size_t first, std::size_t end);
  void paint_band(Canvas& canvas, Scratch& scratch, const Rect& band, std::size_t first,
                  std::size_t end);

  // Lines of the cache that will be needed, asked for a few at a time while others are painted.
  struct Ahead {
    const std::uint32_t* next = nullptr;
    const std::uint32_t* end = nullptr;
    std::ptrdiff_t pixels = 0;  // each time

    void ask();
  };

  std::optional<Rgba> ground_;
  std::vector<Figure> figures_;
  std::vector<Reach> reaches_;
  std::int64_t pixels_ = 0;          // of all of them, about
  std::int64_t rows_ = 0;            // of all of them
  std::vector<std::uint32_t> here_;  // the figures of the first band, of the second, ...
  std::vector<std::size_t> ends_;    // where each of these ends
  Ahead ahead_;
  Cover cover_;
};

}  // namespace dala::surface
