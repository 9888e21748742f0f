#include "media/bilateral/bilateral.hpp"

namespace dala::media::filter {

namespace {

Result<void> make_denoise(Stages& stages) {
  return bilateral(stages, stages.integer("radius"), stages.number("sigma_space"),
                   stages.number("sigma_color"));
}

}  // namespace

FilterDef denoise() {
  return {
      .info = {.name = "denoise",
               .family = "blur",
               .summary = "Smooths noise and keeps edges (bilateral filter).",
               .meaning = "The mean of the pixels up to `radius` away (a disc), each by "
                          "exp(-d^2 / 2 sigma_space^2 - c^2 / 2 sigma_color^2) with c the sum of "
                          "the three channels' differences. Edges as in blur.",
               .reads = PixelsRead::mixed,
               .params = {{.name = "radius",
                           .type = ParamType::integer,
                           .summary = "Of the disc; another radius needs a new plan.",
                           .fallback = 2,
                           .min = 1,
                           .max = 6},
                          {.name = "sigma_space",
                           .summary = "How fast weights fall with the distance in pixels.",
                           .fallback = 3.0,
                           .min = 0.1,
                           .max = 100},
                          {.name = "sigma_color",
                           .summary = "How fast they fall with the difference of colours.",
                           .fallback = 40.0,
                           .min = 0.1,
                           .max = 1000}}},
      .make = make_denoise};
}

}  // namespace dala::media::filter
