#include <cmath>
#include <numbers>

#include "media/colour.hpp"

namespace dala::media::filter {

namespace {

// Rotates a colour's chrominance in the UV plane, where U and V are B - Y and R - Y times these
// factors.
std::array<double, 3> turned(const std::array<double, 3>& rgb, double angle) {
  constexpr double v_by_u = 0.877 / 0.492;
  const double y = (luma[0] * rgb[0]) + (luma[1] * rgb[1]) + (luma[2] * rgb[2]);
  const double red = ((rgb[0] - y) * std::cos(angle)) + ((rgb[2] - y) / v_by_u * std::sin(angle));
  const double blue = ((rgb[2] - y) * std::cos(angle)) - ((rgb[0] - y) * v_by_u * std::sin(angle));
  return {y + red, y - (((luma[0] * red) + (luma[2] * blue)) / luma[1]), y + blue};
}

Result<void> make_hue(Stages& stages) {
  const double angle = stages.number("degrees") * std::numbers::pi / 180;
  ColourMatrix matrix{};
  for (std::size_t column = 0; column < 3; ++column) {
    std::array<double, 3> one{};
    one[column] = 1;
    const auto becomes = turned(one, angle);
    for (std::size_t row = 0; row < 3; ++row) matrix[(row * 3) + column] = becomes[row];
  }
  colour_matrix(stages, "hue", matrix);
  return {};
}

}  // namespace

FilterDef hue() {
  return {.info = {.name = "hue",
                   .family = "colour",
                   .summary = "Turns all colours around the colour wheel.",
                   .meaning = "A turn in the plane of U and V (Rec. 601), from red over yellow to "
                              "green; greys stay, and the brightness of every colour, as far as 0 "
                              "to 255 allow.",
                   .params = {{.name = "degrees",
                               .summary = "How far; 180 gives the opposite colours.",
                               .fallback = 0.0,
                               .min = -360,
                               .max = 360}}},
          .make = make_hue};
}

}  // namespace dala::media::filter
