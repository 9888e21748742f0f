#include "media/colour.hpp"

namespace dala::media::filter {

namespace {

Result<void> make_saturation(Stages& stages) {
  const double factor = 1 + stages.number("value");
  ColourMatrix matrix{};
  for (std::size_t i = 0; i < matrix.size(); ++i)
    matrix[i] = ((1 - factor) * luma[i % 3]) + (i % 4 == 0 ? factor : 0);
  colour_matrix(stages, "saturation", matrix);
  return {};
}

}  // namespace

FilterDef saturation() {
  return {.info = {.name = "saturation",
                   .family = "colour",
                   .summary = "Makes colours stronger or paler.",
                   .meaning = "With the pixel's grey y (as in grayscale) each channel v becomes "
                              "y + (v - y) (1 + `value`).",
                   .params = {{.name = "value",
                               .summary = "-1 is grey, 0 changes nothing, 1 doubles.",
                               .fallback = 0.0,
                               .min = -1,
                               .max = 1}}},
          .make = make_saturation};
}

}  // namespace dala::media::filter
