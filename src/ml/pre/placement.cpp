#include "ml/pre/placement.hpp"

#include <algorithm>
#include <cmath>

namespace dala::ml {

namespace {

AxisPlacement whole(double size, std::uint32_t count) { return {0, size, 0, count, size}; }

AxisPlacement middle(double size, double side, std::uint32_t count) {
  return {(size - side) / 2, side, 0, count, size};
}

// Rounds halves to even, as training code does: one row more or less would shift all results by up
// to a pixel of the input.
AxisPlacement boxed(double size, double scale, std::uint32_t count) {
  const auto shown = static_cast<std::uint32_t>(
      std::clamp(std::nearbyint(size * scale), 1.0, static_cast<double>(count)));
  return {0, size, (count - shown) / 2, shown, size};
}

}  // namespace

Placement place(const CardInput& input, media::FrameSize picture) {
  const double w = picture.width;
  const double h = picture.height;
  switch (input.fit) {
    case Fit::stretch:
      break;
    case Fit::crop: {
      // The part of the picture with the proportions of an input that is not square.
      const double scale = input.share * std::min(w / input.width, h / input.height);
      return {middle(w, scale * input.width, input.width),
              middle(h, scale * input.height, input.height)};
    }
    case Fit::letterbox: {
      const double scale = std::min(input.width / w, input.height / h);
      return {boxed(w, scale, input.width), boxed(h, scale, input.height)};
    }
  }
  return {whole(w, input.width), whole(h, input.height)};
}

}  // namespace dala::ml
