#include <algorithm>
#include <cmath>

#include "media/bilateral.hpp"
#include "media/block_means.hpp"
#include "media/filters/blur/separable.hpp"

namespace dala::media::filter {

namespace {

// Skin of all people lies in a small part of the plane of Cb and Cr; the mask fades out around it.
// So does much hair, but its strands differ more from their surroundings than pores do.
//
// Large frames are reduced before they are smoothed. That loses detail, but where the smoothed
// frame differs much from the frame, the frame's own pixels are kept.
Result<void> make_beauty(Stages& stages) {
  const double scale = scale_of(stages);
  const std::int64_t factor = std::max(1L, std::lround(scale));
  const double sigma = 4 * scale / static_cast<double>(factor);
  const FrameSize size = stages.size();
  if (factor > 1) stages.add(block_means(stages.input(), factor));
  bilateral(stages, std::max(1L, std::lround(sigma)), std::max(1.0, sigma), 30);
  if (factor > 1) stages.add(enlarged(stages.output(), factor, size));
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
               .meaning = "The frame after a bilateral filter (radius 4, sigmas 4 and 30, in a "
                          "picture whose shorter side is `reference`, and as much of others; those "
                          "of more than one and a half times that are shrunk for it) is mixed in "
                          "where its colour is that of skin, within an ellipse around Cb -24, "
                          "Cr 24, and not dark, and where that changes the brightness little (all "
                          "of it below 6, none of it above 20).",
               .reads = PixelsRead::mixed,
               .params = {{.name = "strength",
                           .summary = "0 changes nothing, 1 is the smoothest.",
                           .fallback = 0.7,
                           .min = 0,
                           .max = 1},
                          reference_param(720)}},
      .make = make_beauty};
}

}  // namespace dala::media::filter
