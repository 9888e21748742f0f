#include "media/filters/blur/separable.hpp"

namespace dala::media::filter {

namespace {

Result<void> make_blur(Stages& stages) { return gaussian_blur(stages); }

}  // namespace

FilterDef blur() {
  return {.info = {.name = "blur",
                   .family = "blur",
                   .summary = "Gaussian blur.",
                   .meaning =
                       "Horizontally, rounded, then vertically: neighbours up to `radius` away by "
                       "exp(-d^2 / 2 sigma^2), in weights of 8 bits up to a radius of 8 and of "
                       "16 above. Edges are mirrored without repeating the outermost pixel "
                       "(OpenCV's BORDER_REFLECT_101).",
                   .reads = PixelsRead::mixed,
                   .params = {radius_param(3, 0), sigma_param(), reference_param(0)}},
          .make = make_blur};
}

}  // namespace dala::media::filter
