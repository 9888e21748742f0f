#include "media/filters/blur/separable.hpp"

namespace dala::media::filter {

namespace {

Result<void> make_box_blur(Stages& stages) {
  const auto radius = static_cast<std::size_t>(stages.integer("radius"));
  if (radius == 0) return {};
  return separable(stages, "box_blur", std::vector<double>(radius + 1, 1.0));
}

}  // namespace

FilterDef box_blur() {
  return {.info = {.name = "box_blur",
                   .family = "blur",
                   .summary = "The mean of a square of pixels.",
                   .meaning =
                       "As blur, with the same weight for all 2 `radius` + 1 pixels, in 16 bits.",
                   .reads = PixelsRead::mixed,
                   .params = {radius_param(3, 0)}},
          .make = make_box_blur};
}

}  // namespace dala::media::filter
