#include "media/separable.hpp"

namespace dala::media::filter {

namespace {

Result<void> make(Stages& stages) {
  const std::int64_t radius = stages.integer("radius");
  if (radius > 0) gaussian_blur(stages, radius, stages.number("sigma"));
  return {};
}

}  // namespace

FilterDef blur() {
  return {
      .info = {.name = "blur",
               .family = "blur",
               .summary = "Gaussian blur.",
               .meaning = "Across, rounded, then down: neighbours up to `radius` away by "
                          "exp(-d^2 / 2 sigma^2), in weights of 8 bits up to a radius of 8 and of "
                          "16 above. Edges are mirrored without repeating the outermost pixel "
                          "(OpenCV's BORDER_REFLECT_101).",
               .params = {radius_param(3, 0), sigma_param()}},
      .make = make};
}

}  // namespace dala::media::filter
