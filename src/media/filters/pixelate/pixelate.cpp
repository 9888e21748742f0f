#include "core/error.hpp"
#include "kernel/specialise.hpp"
#include "media/block_means/block_means.hpp"

namespace dala::media::filter {

namespace {

Result<void> make_pixelate(Stages& stages) {
  const std::int64_t size = stages.integer("size");
  if (size == 1) return {};
  DALA_ASSIGN(Stage blocks, block_means(stages.input(), size));
  const StageInput means = stages.add(std::move(blocks));
  DALA_ASSIGN(std::string text,
              kernel::builtin_text("media/filters/pixelate/pixelate", {{"SIZE", size}}));
  stages.add({.kernel = format("pixelate_{}", size),
              .text = std::move(text),
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
