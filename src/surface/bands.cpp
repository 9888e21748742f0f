#include "surface/bands.hpp"

#include <algorithm>
#include <utility>

namespace dala::surface {

namespace {

// A band that stays in the second cache of most cores, beside what shapes read.
constexpr std::int64_t band_pixels = std::int64_t{128} << 10;
constexpr std::int64_t least_rows = 16;
// How many times opaque shapes must cover a band for back-to-front culling (painting from last to
// first) to be worth it.
constexpr std::int64_t least_depth = 4;

}  // namespace

void Bands::add(const Figure& figure, const Rect& clip) {
  const Rect shown = intersect(bounds_of(figure), clip);
  if (shown.empty()) return;
  figures_.push_back(figure);
  reaches_.push_back({static_cast<std::int32_t>(shown.y0), static_cast<std::int32_t>(shown.y1),
                      static_cast<std::int32_t>(shown.width()), hides(figure)});
  pixels_ += pixels_of(figure, shown);
  rows_ += shown.height();
}

void Bands::Ahead::prefetch() {
  constexpr std::ptrdiff_t line = 16;
  const std::uint32_t* stop = next + std::min(pixels, end - next);
  for (; next < stop; next += line) __builtin_prefetch(next, 0, 1);
}

void Bands::paint_forward(Canvas& canvas, Scratch& scratch, std::size_t first, std::size_t end) {
  for (std::size_t i = first; i < end; ++i) {
    ahead_.prefetch();
    paint_figure(canvas, scratch, figures_[here_[i]]);
  }
}

void Bands::paint_backward(Canvas& canvas, Scratch& scratch, std::size_t first, std::size_t end) {
  cover_.start(canvas.clip.y0, canvas.clip.y1, canvas.width);
  canvas.cover = &cover_;
  for (std::size_t i = end; i > first; --i) paint_figure(canvas, scratch, figures_[here_[i - 1]]);
  canvas.cover = nullptr;
}

void Bands::paint_band(Canvas& canvas, Scratch& scratch, const Rect& band, std::size_t first,
                       std::size_t end) {
  while (first < end) {
    std::size_t stop = first;
    std::int64_t pixels = 0;
    for (; stop < end && reaches_[here_[stop]].hides; ++stop) {
      const Reach& reach = reaches_[here_[stop]];
      pixels += reach.width * (std::min<std::int64_t>(reach.end, band.y1) -
                               std::max<std::int64_t>(reach.first, band.y0));
    }
    if (pixels >= least_depth * band.width() * band.height()) {
      paint_backward(canvas, scratch, first, stop);
    } else {
      while (stop < end && !reaches_[here_[stop]].hides) ++stop;
      paint_forward(canvas, scratch, first, stop);
    }
    first = stop;
  }
}

std::int64_t Bands::height_of_bands(const Canvas& canvas) const {
  // Shapes that hardly overlap are painted in order, since bands would only cut them into parts. A
  // clear counts as a shape.
  const std::int64_t frame = std::int64_t{canvas.width} * canvas.height;
  if (pixels_ + (background_ ? frame : 0) <= frame + (frame / 2)) return canvas.height;
  // A lower band stays in a nearer cache, but cutting shapes into many parts costs more than that
  // saves.
  const std::int64_t most_rows = std::max(least_rows, band_pixels / canvas.width);
  const auto count = static_cast<std::int64_t>(std::max<std::size_t>(1, figures_.size()));
  return std::clamp(rows_ / count / 2, least_rows, most_rows);
}

void Bands::deal_out(std::int64_t rows, std::int64_t bands) {
  ends_.assign(static_cast<std::size_t>(bands), 0);
  const auto for_each_band = [&](const Reach& reach, const auto& visit) {
    for (std::int64_t band = reach.first / rows; band * rows < reach.end; ++band)
      visit(ends_[static_cast<std::size_t>(band)]);
  };
  for (const Reach& reach : reaches_) for_each_band(reach, [](std::size_t& count) { ++count; });
  std::size_t sum = 0;
  for (std::size_t& end : ends_) end = std::exchange(sum, sum + end);
  here_.resize(sum);
  for (std::size_t i = 0; i < reaches_.size(); ++i)
    for_each_band(reaches_[i],
                  [&](std::size_t& next) { here_[next++] = static_cast<std::uint32_t>(i); });
}

void Bands::paint(Canvas& canvas, Scratch& scratch) {
  const Rect clip = canvas.clip;
  const std::int64_t rows = height_of_bands(canvas);
  const std::int64_t bands = (canvas.height + rows - 1) / rows;
  deal_out(rows, bands);
  std::size_t first = 0;
  for (std::int64_t i = 0; i < bands; ++i) {
    const std::size_t end = ends_[static_cast<std::size_t>(i)];
    const Rect band{0, i * rows, canvas.width,
                    std::min((i + 1) * rows, std::int64_t{canvas.height})};
    if (background_) replace(canvas, band, *background_);
    canvas.is_prefetched = ahead_.end != nullptr;
    ahead_ = {};
    if (end > first && i + 1 < bands && ends_[static_cast<std::size_t>(i + 1)] > end) {
      const std::int64_t last = std::min(band.y1 + rows, std::int64_t{canvas.height});
      ahead_ = {
          canvas.row(band.y1), canvas.row(last),
          (canvas.row(last) - canvas.row(band.y1)) / static_cast<std::ptrdiff_t>(end - first) + 16};
    }
    canvas.clip = intersect(clip, band);
    if (!canvas.clip.empty()) paint_band(canvas, scratch, band, first, end);
    first = end;
  }
  canvas.clip = clip;
  canvas.is_prefetched = false;
  ahead_ = {};
  background_.reset();
  figures_.clear();
  reaches_.clear();
  pixels_ = 0;
  rows_ = 0;
}

}  // namespace dala::surface
