// Shapes that follow one another, painted band by band.
//
// A frame is larger than the cache near a core, and the shapes of an image lie all over it. They
// are therefore gathered, and all of them are painted in one band of rows, which fits the cache,
// before the next band: memory is then moved once for all shapes and not once for each. In each
// band they keep their order, so the image is the same.
//
// Where many opaque shapes overlap, those of a band are painted from the last to the first, and
// only on pixels that are not painted yet.
#pragma once

#include <optional>
#include <vector>

#include "surface/raster/cover.hpp"
#include "surface/raster/figures.hpp"

namespace dala::surface {

class Bands {
 public:
  // Clears the frame to this colour first, whatever the clip is. Nothing may have been gathered
  // before.
  void clear(Rgba color) { background_ = color; }
  // `clip` is the one in effect when they are painted.
  void add(const Figure& figure, const Rect& clip);

  [[nodiscard]] bool is_empty() const { return figures_.empty() && !background_; }
  [[nodiscard]] bool is_full() const { return figures_.size() >= most; }
  // Whether painting replaces every pixel of the frame.
  [[nodiscard]] bool replaces() const { return background_.has_value(); }

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

  // Prefetches the next band, a few cache lines at a time while shapes are painted.
  struct Ahead {
    const std::uint32_t* next = nullptr;
    const std::uint32_t* end = nullptr;
    std::ptrdiff_t pixels = 0;  // each time

    void prefetch();
  };

  std::optional<Rgba> background_;
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
