#include "core/error.hpp"
#include "media/separable.hpp"

namespace dala::media::filter {

namespace {

constexpr std::string_view cross = R"(
fn to_byte(value: f32) -> u8 { (value + 0.5) as u8 }

fn sharp(v: u8, a: u8, b: u8, c: u8, d: u8, amount: f32) -> u8 {
  let around = (a as s32) + (b as s32) + (c as s32) + (d as s32);
  to_byte((v as f32) + amount * ((4 * (v as s32) - around) as f32))
}

#[pixels]
fn sharpen(input: Tensor<u8>, output: &mut Tensor<u8>, amount: f32) {
  let y = ABSOLUTE_POS_Y;
  let x = ABSOLUTE_POS_X;
  output[y, x, 0] = sharp(input[y, x, 0], input.mirrored(y - 1, x, 0), input.mirrored(y + 1, x, 0),
                          input.mirrored(y, x - 1, 0), input.mirrored(y, x + 1, 0), amount);
  output[y, x, 1] = sharp(input[y, x, 1], input.mirrored(y - 1, x, 1), input.mirrored(y + 1, x, 1),
                          input.mirrored(y, x - 1, 1), input.mirrored(y, x + 1, 1), amount);
  output[y, x, 2] = sharp(input[y, x, 2], input.mirrored(y - 1, x, 2), input.mirrored(y + 1, x, 2),
                          input.mirrored(y, x - 1, 2), input.mirrored(y, x + 1, 2), amount);
  output[y, x, 3] = input[y, x, 3];
}
)";

Result<void> make_sharpen(Stages& stages) {
  const std::int64_t radius = stages.integer("radius");
  const Params params{{"amount", stages.number("amount")}};
  if (radius == 0) {
    stages.add({.kernel = "sharpen",
                .text = std::string(cross),
                .inputs = {stages.input()},
                .params = params,
                .size = stages.size()});
    return {};
  }
  DALA_TRY(gaussian_blur(stages));
  stages.each_pixel({.name = "unsharp",
                     .params = params,
                     .body = R"(
  let r0 = sharp[p] as f32; let g0 = sharp[p + 1] as f32; let b0 = sharp[p + 2] as f32;
  r = r0 + (r0 - r) * amount; g = g0 + (g0 - g) * amount; b = b0 + (b0 - b) * amount;)",
                     .inputs = {{"sharp: Tensor<u8>", stages.input()}}});
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
