#include "text/engine/scaled_picture.hpp"

#include <algorithm>
#include <cmath>

namespace dala::text {

namespace {

// How an image is resampled along one axis: each pixel of the result is a weighted sum of pixels of
// the source, all that it covers or, where the image is enlarged, the two around it.
struct ResampledAxis {
  struct Pixel {
    int first = 0;
    std::vector<float> weights = {};
  };
  int begin = 0;  // of the result
  std::vector<Pixel> pixels;

  // The source's `size` pixels begin at `origin` in the result, each `scale` of its pixels long.
  ResampledAxis(double origin, double scale, int size) {
    begin = static_cast<int>(std::floor(origin));
    const int end = static_cast<int>(std::ceil(origin + scale * size));
    const double reach = std::max(1.0, 1.0 / scale);
    for (int i = begin; i < end; ++i) {
      const double middle = (i + 0.5 - origin) / scale;
      Pixel pixel{.first = static_cast<int>(std::floor(middle - reach))};
      double sum = 0;
      for (int s = pixel.first; s <= middle + reach; ++s) {
        const double weight = std::max(0.0, 1 - std::abs(s + 0.5 - middle) / reach);
        pixel.weights.push_back(static_cast<float>(weight));
        sum += weight;
      }
      for (float& weight : pixel.weights) weight = static_cast<float>(weight / sum);
      pixels.push_back(std::move(pixel));
    }
  }
};

}  // namespace

void scale_picture(const FT_GlyphSlotRec& slot, double scale, double x, double y,
                   GlyphBitmap& into) {
  const FT_Bitmap& from = slot.bitmap;
  if (from.pixel_mode != FT_PIXEL_MODE_BGRA || from.rows == 0 || from.width == 0) return;
  const int source_width = static_cast<int>(from.width);
  const int source_height = static_cast<int>(from.rows);
  const ResampledAxis columns(x + slot.bitmap_left * scale, scale, source_width);
  const ResampledAxis rows(y - slot.bitmap_top * scale, scale, source_height);
  into.left = columns.begin;
  into.top = rows.begin;
  into.width = static_cast<int>(columns.pixels.size());
  into.height = static_cast<int>(rows.pixels.size());
  into.pixels.assign(columns.pixels.size() * rows.pixels.size() * 4, 0);

  const std::size_t line = columns.pixels.size() * 4;
  std::vector<float> narrowed(line * from.rows);  // RGBA, as wide as the result
  for (int row = 0; row < source_height; ++row) {
    const unsigned char* source = from.buffer + std::ptrdiff_t{row} * from.pitch;
    float* out = narrowed.data() + line * static_cast<std::size_t>(row);
    for (const ResampledAxis::Pixel& pixel : columns.pixels) {
      for (std::size_t k = 0; k < pixel.weights.size(); ++k) {
        const int s = pixel.first + static_cast<int>(k);
        if (s < 0 || s >= source_width) continue;
        const unsigned char* bgra = source + std::ptrdiff_t{4} * s;
        for (int c = 0; c < 4; ++c)
          out[c] += pixel.weights[k] * static_cast<float>(bgra[c == 3 ? 3 : 2 - c]);
      }
      out += 4;
    }
  }
  std::vector<float> sums(line);
  std::uint8_t* out = into.pixels.data();
  for (const ResampledAxis::Pixel& pixel : rows.pixels) {
    std::ranges::fill(sums, 0.0F);
    for (std::size_t k = 0; k < pixel.weights.size(); ++k) {
      const int s = pixel.first + static_cast<int>(k);
      if (s < 0 || s >= source_height) continue;
      const float* in = narrowed.data() + line * static_cast<std::size_t>(s);
      for (std::size_t i = 0; i < line; ++i) sums[i] += pixel.weights[k] * in[i];
    }
    for (const float sum : sums) *out++ = static_cast<std::uint8_t>(std::min(255.0F, sum + 0.5F));
  }
}

}  // namespace dala::text
