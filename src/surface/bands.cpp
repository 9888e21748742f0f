#include "surface/bands.hpp"

namespace dala::surface {

namespace {

// A band that stays in the second cache of most cores, beside what shapes read.
constexpr std::int64_t band_pixels = std::int64_t{128} << 10;
// How many times over opaque shapes must fill a band before looking for what is hidden pays.
constexpr std::int64_t least_depth = 4;

}  // namespace

void Bands::add(const Figure& figure, const Rect& clip) {
  const Rect shown = intersect(bounds_of(figure), clip);
  if (shown.empty()) return;
  figures_.push_back(figure);
  reaches_.push_back({static_cast<std::int32_t>(shown.y0), static_cast<std::int32_t>(shown.y1),
                      static_cast<std::int32_t>(shown.width()), hides(figure)});
  pixels_ += pixels_of(figure, shown);
}

void Bands::paint_forward(Canvas& canvas, Scratch& scratch, std::size_t first,
                          std::size_t end) const {
  for (std::size_t i = first; i < end; ++i) paint_figure(canvas, scratch, figures_[here_[i]]);
}

void Bands::paint_backward(Canvas& canvas, Scratch& scratch, std::size_t first, std::size_t end) {
  cover_.start(canvas.clip.y0, canvas.clip.y1, canvas.width);
  canvas.cover = &cover_;
  for (std::size_t i = end; i > first; --i) paint_figure(canvas, scratch, figures_[here_[i - 1]]);
  canvas.cover = nullptr;
}

void Bands::paint_band(Canvas& canvas, Scratch& scratch, const Rect& band) {
  here_.clear();
  for (std::size_t i = 0; i < figures_.size(); ++i)
    if (reaches_[i].first < band.y1 && reaches_[i].end > band.y0)
      here_.push_back(static_cast<std::uint32_t>(i));
  for (std::size_t i = 0; i < here_.size();) {
    std::size_t end = i;
    std::int64_t pixels = 0;
    for (; end < here_.size() && reaches_[here_[end]].hides; ++end) {
      const Reach& reach = reaches_[here_[end]];
      pixels += reach.width * (std::min<std::int64_t>(reach.end, band.y1) -
                               std::max<std::int64_t>(reach.first, band.y0));
    }
    if (pixels >= least_depth * band.width() * band.height()) {
      paint_backward(canvas, scratch, i, end);
    } else {
      while (end < here_.size() && !reaches_[here_[end]].hides) ++end;
      paint_forward(canvas, scratch, i, end);
    }
    i = end;
  }
}

void Bands::paint(Canvas& canvas, Scratch& scratch) {
  const Rect clip = canvas.clip;
  // Shapes that hardly meet would only be cut into parts. One clear counts as a shape.
  const std::int64_t frame = std::int64_t{canvas.width} * canvas.height;
  const bool meet = pixels_ + (ground_ ? frame : 0) > frame + (frame / 2);
  const std::int64_t rows =
      meet ? std::max<std::int64_t>(16, band_pixels / canvas.width) : canvas.height;
  for (std::int64_t y = 0; y < canvas.height; y += rows) {
    const Rect band{0, y, canvas.width, std::min<std::int64_t>(y + rows, canvas.height)};
    if (ground_) replace(canvas, band, *ground_);
    canvas.clip = intersect(clip, band);
    if (!canvas.clip.empty()) paint_band(canvas, scratch, band);
  }
  canvas.clip = clip;
  ground_.reset();
  figures_.clear();
  reaches_.clear();
  pixels_ = 0;
}

}  // namespace dala::surface
