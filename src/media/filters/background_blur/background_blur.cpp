#include "core/error.hpp"
#include "kernel/specialise.hpp"
#include "media/filters/blur/separable.hpp"

namespace dala::media::filter {

namespace {

Result<void> make_background_blur(Stages& stages) {
  DALA_ASSIGN(const StageInput mask, stages.given("mask"));
  const std::int64_t radius = stages.integer("radius");
  DALA_TRY(gaussian_blur(stages, radius, stages.number("sigma")));
  const bool in_size = mask.size == stages.size();
  DALA_ASSIGN(std::string text,
              kernel::builtin_text("media/filters/background_blur/background_blur",
                                   {{"MASK_IN_SIZE", in_size}, {"MASK_CHANNELS", mask.channels}}));
  stages.add({.kernel = format("background_blur_{}", picture_label(mask, stages.size())),
              .text = std::move(text),
              .inputs = {stages.output(), mask, stages.input()},
              .size = stages.size()});
  return {};
}

}  // namespace

FilterDef background_blur() {
  return {
      .info = {.name = "background_blur",
               .family = "background",
               .summary = "Blurs what is behind the person in front.",
               .meaning = "The frame after blur is mixed with the frame by mask / 255. The mask is "
                          "stretched over the frame, bilinear.",
               .reads = PixelsRead::others,
               .params = {radius_param(12, 1), sigma_param()},
               .inputs = {{"mask",
                           "255 where the frame stays sharp, 0 where it is blurred; of a "
                           "picture with colours, red counts"}}},
      .make = make_background_blur};
}

}  // namespace dala::media::filter
