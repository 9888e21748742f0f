#include "kernel/builtin_texts.hpp"
#include "media/colour.hpp"

namespace dala::media::filter {

namespace {

Result<void> make_brightness(Stages& stages) {
  const LinesStage::Line line{.offset = {.param = 0}};
  lines(stages, "brightness", {{"offset", stages.number("value") * 255}},
        std::string(kernel::builtin_text("media/filters/brightness/brightness")),
        {line, line, line});
  return {};
}

}  // namespace

FilterDef brightness() {
  return {.info = {.name = "brightness",
                   .family = "colour",
                   .summary = "Makes the picture lighter or darker.",
                   .meaning = "255 times `value` is added to each channel.",
                   .params = {{.name = "value",
                               .summary = "-1 is black, 0 changes nothing, 1 is white.",
                               .fallback = 0.0,
                               .min = -1,
                               .max = 1}}},
          .make = make_brightness};
}

}  // namespace dala::media::filter
