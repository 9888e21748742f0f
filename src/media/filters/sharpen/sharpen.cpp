#include "core/error.hpp"
#include "kernel/builtin_texts.hpp"
#include "media/filters/blur/separable.hpp"
#include "media/stage_types.hpp"

namespace dala::media::filter {

namespace {

Result<void> make_sharpen(Stages& stages) {
  const std::int64_t radius = stages.integer("radius");
  const Params params{{"amount", stages.number("amount")}};
  if (radius == 0) {
    stages.add({.kernel = "sharpen",
                .text = std::string(kernel::builtin_text("media/filters/sharpen/sharpen")),
                .inputs = {stages.input()},
                .params = params,
                .size = stages.size(),
                .description = std::make_shared<const CrossStage>()});
    return {};
  }
  DALA_TRY(gaussian_blur(stages));
  stages.add({.kernel = "unsharp",
              .text = std::string(kernel::builtin_text("media/filters/sharpen/unsharp")),
              .inputs = {stages.output(), stages.input()},
              .params = params,
              .size = stages.size(),
              .description = std::make_shared<const UnsharpStage>()});
  return {};
}

}  // namespace

FilterDef sharpen() {
  ParamInfo radius = radius_param(0, 0);
  radius.summary = "0 for the 3x3 kernel, else that of the gaussian blur; needs a new plan.";
  return {
      .info = {.name = "sharpen",
               .family = "detail",
               .summary = "Makes edges stronger (unsharp mask).",
               .meaning = "With `radius` 0 each channel becomes v + `amount` (4 v - the sum of the "
                          "four neighbours), else v + `amount` (v - blurred). Edges as in blur.",
               .reads = PixelsRead::mixed,
               .params = {{.name = "amount",
                           .summary = "0 changes nothing.",
                           .fallback = 0.5,
                           .min = 0,
                           .max = 10},
                          radius,
                          sigma_param(),
                          reference_param(0)}},
      .make = make_sharpen};
}

}  // namespace dala::media::filter
