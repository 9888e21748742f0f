#include "media/colour.hpp"

namespace dala::media::filter {

namespace {

Result<void> make_invert(Stages& stages) {
  const Line line{.factor = -1, .offset = 255};
  stages.each_pixel({.name = "invert",
                     .body = "r = 255.0 - r; g = 255.0 - g; b = 255.0 - b;",
                     .curves = line_curves({line, line, line})});
  return {};
}

}  // namespace

FilterDef invert() {
  return {.info = {.name = "invert",
                   .family = "colour",
                   .summary = "Makes a negative.",
                   .meaning = "Each channel v becomes 255 - v."},
          .make = make_invert};
}

}  // namespace dala::media::filter
