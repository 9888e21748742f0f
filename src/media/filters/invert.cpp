#include "media/stages.hpp"

namespace dala::media::filter {

namespace {

Result<void> make(Stages& stages) {
  stages.each_pixel({.name = "invert", .body = "r = 255.0 - r; g = 255.0 - g; b = 255.0 - b;"});
  return {};
}

}  // namespace

FilterDef invert() {
  return {.info = {.name = "invert",
                   .family = "colour",
                   .summary = "Makes a negative.",
                   .meaning = "Each channel v becomes 255 - v."},
          .make = make};
}

}  // namespace dala::media::filter
