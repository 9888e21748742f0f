#include "core/format.hpp"
#include "media/stages.hpp"

namespace dala::media::filter {

namespace {

// A small frame with the mean of each block.
std::string means_text(std::int64_t size) {
  return format(R"(#[pixels]
fn pixelate_means_{0}(input: Tensor<u8>, output: &mut Tensor<u8>) {{
  let y0 = ABSOLUTE_POS_Y * {0};
  let x0 = ABSOLUTE_POS_X * {0};
  let y1 = min(y0 + {0}, input.shape(0));
  let x1 = min(x0 + {0}, input.shape(1));
  let mut r = 0;
  let mut g = 0;
  let mut b = 0;
  for y in y0..y1 {{
    for x in x0..x1 {{
      r += input[y, x, 0] as s32;
      g += input[y, x, 1] as s32;
      b += input[y, x, 2] as s32;
    }}
  }}
  let n = (y1 - y0) * (x1 - x0);
  output[ABSOLUTE_POS_Y, ABSOLUTE_POS_X, 0] = ((r + n / 2) / n) as u8;
  output[ABSOLUTE_POS_Y, ABSOLUTE_POS_X, 1] = ((g + n / 2) / n) as u8;
  output[ABSOLUTE_POS_Y, ABSOLUTE_POS_X, 2] = ((b + n / 2) / n) as u8;
  output[ABSOLUTE_POS_Y, ABSOLUTE_POS_X, 3] = 255u8;
}}
)",
                size);
}

Result<void> make(Stages& stages) {
  const std::int64_t size = stages.integer("size");
  const auto blocks = [&](std::uint32_t side) {
    return static_cast<std::uint32_t>((side + size - 1) / size);
  };
  if (size == 1) return {};
  const Source means =
      stages.add({.kernel = format("pixelate_means_{}", size),
                  .text = means_text(size),
                  .inputs = {stages.input()},
                  .size = {blocks(stages.size().width), blocks(stages.size().height)}});
  stages.add({.kernel = format("pixelate_{}", size),
              .text = format(R"(#[pixels]
fn pixelate_{0}(input: Tensor<u8>, means: Tensor<u8>, output: &mut Tensor<u8>) {{
  let y = ABSOLUTE_POS_Y;
  let x = ABSOLUTE_POS_X;
  output[y, x, 0] = means[y / {0}, x / {0}, 0];
  output[y, x, 1] = means[y / {0}, x / {0}, 1];
  output[y, x, 2] = means[y / {0}, x / {0}, 2];
  output[y, x, 3] = input[y, x, 3];
}}
)",
                             size),
              .inputs = {stages.input(), means},
              .size = stages.size()});
  return {};
}

}  // namespace

FilterDef pixelate() {
  return {.info = {.name = "pixelate",
                   .family = "detail",
                   .summary = "Large square pixels, to hide faces and the like.",
                   .meaning = "Blocks of `size` pixels a side, from the top left, take the mean of "
                              "their colours, halves rounded up.",
                   .params = {{.name = "size",
                               .type = ParamType::integer,
                               .summary = "Of a block; needs a new plan.",
                               .fallback = 8,
                               .min = 1,
                               .max = 1024}}},
          .make = make};
}

}  // namespace dala::media::filter
