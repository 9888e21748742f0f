#include "kernel/builtin_texts.hpp"
#include "media/colour.hpp"

namespace dala::media::filter {

namespace {

Result<void> make_invert(Stages& stages) {
  const LinesStage::Line line{.factor = {.number = -1}, .offset = {.number = 255}};
  lines(stages, "invert", {}, std::string(kernel::builtin_text("media/filters/invert/invert")),
        {line, line, line});
  return {};
}

}  // namespace

FilterDef invert() {
  return {.info = {.name = "invert",
                   .family = "colour",
                   .summary = "Makes a negative.",
                   .meaning = "Each channel v becomes 255 - v."},
          .make = make_invert};
}

}  // namespace dala::media::filter
