#include "media/stages.hpp"

namespace dala::media::filter {

namespace {

Result<void> make(Stages& stages) {
  stages.each_pixel({.name = "grayscale", .body = R"(
  let grey = 0.299 * r + 0.587 * g + 0.114 * b;
  r = grey; g = grey; b = grey;)"});
  return {};
}

}  // namespace

FilterDef grayscale() {
  return {.info = {.name = "grayscale",
                   .family = "colour",
                   .summary = "Takes the colours away and leaves the brightness.",
                   .meaning = "All three channels become 0.299 r + 0.587 g + 0.114 b (Rec. 601)."},
          .make = make};
}

}  // namespace dala::media::filter
