#include "kernel/builtin_texts.hpp"
#include "media/stages.hpp"

namespace dala::media::filter {

namespace {

Result<void> make_edge_detect(Stages& stages) {
  stages.add({.kernel = "edge_detect",
              .text = std::string(kernel::builtin_text("media/filters/edge_detect/edge_detect")),
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
