#include "surface/bands.hpp"

namespace dala::surface {

namespace {

// A band that stays in the second cache of most cores, beside what shapes read.
constexpr std::int64_t band_pixels = std::int64_t{96} << 10;
// With less to paint than this, finding out what is in which band costs more than it brings.
constexpr std::int64_t least_pixels = 2 * band_pixels;

}  // namespace

void Bands::add(const Figure& figure, const Rect& clip) {
  const Rect shown = intersect(bounds_of(figure), clip);
  if (shown.empty()) return;
  figures_.push_back(figure);
  rows_.push_back({static_cast<std::int32_t>(shown.y0), static_cast<std::int32_t>(shown.y1)});
  pixels_ += shown.width() * shown.height();
}

void Bands::paint_rows(Canvas& canvas, Scratch& scratch, const Rect& clip, std::int64_t first,
                       std::int64_t end) const {
  const Rect band{0, first, canvas.width, end};
  if (ground_) replace(canvas, band, *ground_);
  canvas.clip = intersect(clip, band);
  for (std::size_t i = 0; i < figures_.size(); ++i)
    if (rows_[i].first < end && rows_[i].end > first) paint_figure(canvas, scratch, figures_[i]);
}

void Bands::paint(Canvas& canvas, Scratch& scratch) {
  const Rect clip = canvas.clip;
  const bool few = figures_.size() < 2 || pixels_ < least_pixels;
  const std::int64_t rows =
      few ? canvas.height : std::max<std::int64_t>(16, band_pixels / canvas.width);
  for (std::int64_t y = 0; y < canvas.height; y += rows)
    paint_rows(canvas, scratch, clip, y, std::min<std::int64_t>(y + rows, canvas.height));
  canvas.clip = clip;
  ground_.reset();
  figures_.clear();
  rows_.clear();
  pixels_ = 0;
}

}  // namespace dala::surface
