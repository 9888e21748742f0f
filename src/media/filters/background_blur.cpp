#include "core/error.hpp"
#include "media/filters/blur/separable.hpp"
#include "media/sample.hpp"

namespace dala::media::filter {

namespace {

Result<void> make_background_blur(Stages& stages) {
  DALA_ASSIGN(const StageInput mask, stages.given("mask"));
  const std::int64_t radius = stages.integer("radius");
  gaussian_blur(stages, radius, stages.number("sigma"));
  const std::string body = sample_source("mask", mask, stages.size(), true) + R"(
  let share = mask_v * (1.0 / 255.0);
  r = mix(r, own[p] as f32, share);
  g = mix(g, own[p + 1] as f32, share);
  b = mix(b, own[p + 2] as f32, share);)";
  stages.each_pixel({.name = "background_blur_" + sample_name(mask, stages.size()),
                     .body = body,
                     .inputs = {{"mask: Tensor<u8>", mask}, {"own: Tensor<u8>", stages.input()}}});
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
