#include "media/bilateral.hpp"

namespace dala::media::filter {

namespace {

// Skin of all people lies in a small part of the plane of Cb and Cr; the mask fades out around it.
// So does much hair, but its strands differ more from their surroundings than pores do.
Result<void> make(Stages& stages) {
  bilateral(stages, 4, 4, 30);
  stages.each_pixel({.name = "beauty",
                     .params = {{"strength", stages.number("strength")}},
                     .body = R"(
  let cb = (-0.168736 * r - 0.331264 * g + 0.5 * b + 24.0) * (1.0 / 26.0);
  let cr = (0.5 * r - 0.418688 * g - 0.081312 * b - 24.0) * (1.0 / 20.0);
  let skin = 1.0 - smoothstep(0.7, 1.3, sqrt(cb * cb + cr * cr));
  let grey = 0.299 * r + 0.587 * g + 0.114 * b;
  let light = smoothstep(40.0, 80.0, grey);
  let r0 = own[p] as f32;
  let g0 = own[p + 1] as f32;
  let b0 = own[p + 2] as f32;
  let detail = abs(0.299 * r0 + 0.587 * g0 + 0.114 * b0 - grey);
  let share = strength * skin * light * (1.0 - smoothstep(6.0, 20.0, detail));
  r = mix(r0, r, share);
  g = mix(g0, g, share);
  b = mix(b0, b, share);)",
                     .inputs = {{"own: Tensor<u8>", stages.input()}}});
  return {};
}

}  // namespace

FilterDef beauty() {
  return {
      .info = {.name = "beauty",
               .family = "detail",
               .summary = "Smooths skin and leaves eyes, hair and everything else alone.",
               .meaning = "The frame after a bilateral filter (radius 4, sigmas 4 and 30) is mixed "
                          "in where its colour is that of skin, within an ellipse around Cb -24, "
                          "Cr 24, and not dark, and where that changes the brightness little (all "
                          "of it below 6, none of it above 20).",
               .params = {{.name = "strength",
                           .summary = "0 changes nothing, 1 is the smoothest.",
                           .fallback = 0.7,
                           .min = 0,
                           .max = 1}}},
      .make = make};
}

}  // namespace dala::media::filter
