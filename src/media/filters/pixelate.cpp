#include "core/format.hpp"
#include "media/block_means.hpp"

namespace dala::media::filter {

namespace {

Result<void> make_pixelate(Stages& stages) {
  const std::int64_t size = stages.integer("size");
  if (size == 1) return {};
  const StageInput means = stages.add(block_means(stages.input(), size));
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
                   .reads = PixelsRead::mixed,
                   .params = {{.name = "size",
                               .type = ParamType::integer,
                               .summary = "Of a block; needs a new plan.",
                               .fallback = 8,
                               .min = 1,
                               .max = 1024}}},
          .make = make_pixelate};
}

}  // namespace dala::media::filter
