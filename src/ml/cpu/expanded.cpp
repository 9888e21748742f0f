#include "ml/cpu/expanded.hpp"

#include <algorithm>
#include <atomic>

#include "ml/cpu/layout/sizes.hpp"

namespace dala::ml::cpu {

namespace {

// The intermediate result should stay in the L2 cache, beside the inputs of both convolutions.
constexpr std::size_t cached_floats = 98304;

}  // namespace

Expanded::Expanded(Convolution pointwise, Convolution depthwise)
    : pointwise_(std::move(pointwise)), depthwise_(std::move(depthwise)) {
  const std::size_t rows = depthwise_.out().height;
  const std::size_t row = depthwise_.in().width * tile_limits().blocks * block;
  for (std::size_t bands = 1; bands <= rows; ++bands) {
    band_ = up(rows, bands);
    const Rows between = rows_between(0, band_);
    // At the upper edge there may be fewer rows than elsewhere.
    if ((between.end - between.begin + 2) * row <= cached_floats) break;
  }
}

Expanded::Rows Expanded::rows_between(std::size_t begin, std::size_t end) const {
  const Window& w = depthwise_.window();
  const auto row = [&](std::size_t y, std::int64_t tap) {
    const std::int64_t at =
        static_cast<std::int64_t>(y) * w.stride[0] - w.pad_before[0] + tap * w.dilation[0];
    return static_cast<std::size_t>(std::clamp<std::int64_t>(at, 0, w.in[0]));
  };
  const std::size_t first = row(begin, 0);
  return {first, std::max(first, std::min(row(end - 1, w.kernel[0] - 1) + 1,
                                          static_cast<std::size_t>(w.in[0])))};
}

std::size_t Expanded::share_floats() const {
  std::size_t most = 0;
  const std::size_t height = depthwise_.out().height;
  for (std::size_t y = 0; y < height; y += band_) {
    const Rows between = rows_between(y, std::min(y + band_, height));
    most = std::max(most, between.end - between.begin);
  }
  return most * depthwise_.in().width * tile_limits().blocks * block;
}

void Expanded::run(const float* in, const float* addend, float* out, float* scratch,
                   const HostThreads& threads, const Watch* watch) const {
  const Picture from = pointwise_.in();
  const Picture to = depthwise_.out();
  const std::size_t width = from.width;
  const std::size_t together = tile_limits().blocks;
  const std::size_t blocks = blocks_of(to.channels);
  const std::size_t strips = up(blocks, together);
  const std::size_t bands = up(to.height, band_);
  const std::size_t pieces = from.n * bands * strips;
  const std::size_t own_floats = share_floats();
  std::atomic<std::size_t> next{0};
  const auto run_piece = [&](std::size_t i, float* own) {
    const std::size_t strip = i % strips;
    const std::size_t y = i / strips % bands * band_;
    const std::size_t n = i / strips / bands;
    const std::size_t end_y = std::min(y + band_, to.height);
    const Rows between = rows_between(y, end_y);
    const std::size_t pixels = (between.end - between.begin) * width;
    pointwise_.run_pixels(in + n * (from.blocked_elements() / from.n), strip, between.begin * width,
                          pixels, own);
    const std::size_t of_picture = n * (to.blocked_elements() / to.n);
    for (std::size_t b = strip * together; b < std::min(blocks, (strip + 1) * together); ++b)
      depthwise_.run_rows(own + (b - strip * together) * pixels * block, between.begin, b, y, end_y,
                          addend == nullptr ? nullptr : addend + of_picture, out + of_picture);
  };
  const auto shares = std::min<std::size_t>({threads.count(), most_shares, pieces});
  threads.parallel_for(shares, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t share = begin; share < end; ++share)
      for (std::size_t i = next.fetch_add(1); i < pieces; i = next.fetch_add(1)) {
        if (watch != nullptr && watch->is_over()) return;
        run_piece(i, scratch + share * own_floats);
      }
  });
}

}  // namespace dala::ml::cpu
