#include "media/colour.hpp"

namespace dala::media::filter {

namespace {

Result<void> make_invert(Stages& stages) {
  const LinesStage::Line line{.factor = {.number = -1}, .offset = {.number = 255}};
  lines(stages, "invert", {}, "r = 255.0 - r; g = 255.0 - g; b = 255.0 - b;", {line, line, line});
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
