#include "media/stages.hpp"

namespace dala::media::filter {

namespace {

Result<void> make(Stages& stages) {
  stages.each_pixel(
      {.name = "saturation", .params = {{"factor", 1 + stages.number("value")}}, .body = R"(
  let grey = 0.299 * r + 0.587 * g + 0.114 * b;
  r = grey + (r - grey) * factor;
  g = grey + (g - grey) * factor;
  b = grey + (b - grey) * factor;)"});
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
          .make = make};
}

}  // namespace dala::media::filter
