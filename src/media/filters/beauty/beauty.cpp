#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "kernel/builtin_texts.hpp"
#include "media/bilateral/bilateral.hpp"
#include "media/block_means/block_means.hpp"
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
  if (factor > 1) {
    DALA_ASSIGN(Stage blocks, block_means(stages.input(), factor));
    stages.add(std::move(blocks));
  }
  DALA_TRY(bilateral(stages, std::max(1L, std::lround(sigma)), std::max(1.0, sigma), 30));
  if (factor > 1) {
    DALA_ASSIGN(Stage full, enlarged(stages.output(), factor, size));
    stages.add(std::move(full));
  }
  stages.add({.kernel = "beauty",
              .text = std::string(kernel::builtin_text("media/filters/beauty/beauty")),
              .inputs = {stages.output(), stages.input()},
              .params = {{"strength", stages.number("strength")}},
              .size = stages.size()});
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
