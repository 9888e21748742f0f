#include "core/format.hpp"
#include "media/stages.hpp"

namespace dala::media::filter {

namespace {

// The grey values of the 3x3 neighbourhood as g0 to g8, then Sobel's horizontal and vertical
// gradients.
std::string text() {
  std::string out = R"(
fn grey(r: u8, g: u8, b: u8) -> f32 {
  0.299 * (r as f32) + 0.587 * (g as f32) + 0.114 * (b as f32)
}

#[pixels]
fn edge_detect(input: Tensor<u8>, output: &mut Tensor<u8>, strength: f32) {
let y = ABSOLUTE_POS_Y;
let x = ABSOLUTE_POS_X;
)";
  for (int i = 0; i < 9; ++i)
    out += format(
        "let g{0} = grey(input.mirrored(y + {1}, x + {2}, 0), "
        "input.mirrored(y + {1}, x + {2}, 1), input.mirrored(y + {1}, x + {2}, 2));\n",
        i, (i / 3) - 1, (i % 3) - 1);
  return out + R"(
let horizontal = g2 - g0 + 2.0 * (g5 - g3) + g8 - g6;
let vertical = g6 - g0 + 2.0 * (g7 - g1) + g8 - g2;
let edge = nearest_byte(strength * sqrt(horizontal * horizontal + vertical * vertical));
output[y, x, 0] = edge;
output[y, x, 1] = edge;
output[y, x, 2] = edge;
output[y, x, 3] = input[y, x, 3];
}
)";
}

Result<void> make_edge_detect(Stages& stages) {
  stages.add({.kernel = "edge_detect",
              .text = text(),
              .inputs = {stages.input()},
              .params = {{"strength", stages.number("strength")}},
              .size = stages.size()});
  return {};
}

}  // namespace

FilterDef edge_detect() {
  return {
      .info = {.name = "edge_detect",
               .family = "detail",
               .summary = "Edges as light lines on black (Sobel).",
               .meaning = "All channels become `strength` times the length of the gradient of the "
                          "greys (as in grayscale) by Sobel's 3x3 kernels. Edges as in blur.",
               .reads = PixelsRead::others,
               .params = {{.name = "strength",
                           .summary = "How light the lines are.",
                           .fallback = 1.0,
                           .min = 0,
                           .max = 10}}},
      .make = make_edge_detect};
}

}  // namespace dala::media::filter
