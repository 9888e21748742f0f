#include "kernel/builtin_texts.hpp"
#include "media/colour.hpp"

namespace dala::media::filter {

namespace {

Result<void> make_contrast(Stages& stages) {
  const double factor = 1 + stages.number("value");
  const LinesStage::Line line{.factor = {.param = 0}, .offset = {.param = 1}};
  lines(stages, "contrast", {{"factor", factor}, {"offset", 127.5 * (1 - factor)}},
        std::string(kernel::builtin_text("media/filters/contrast/contrast")), {line, line, line});
  return {};
}

}  // namespace

FilterDef contrast() {
  return {.info = {.name = "contrast",
                   .family = "colour",
                   .summary = "Moves colours away from mid grey or towards it.",
                   .meaning = "Each channel v becomes 127.5 + (v - 127.5) (1 + `value`).",
                   .params = {{.name = "value",
                               .summary = "-1 is all grey, 0 changes nothing, 1 doubles distances.",
                               .fallback = 0.0,
                               .min = -1,
                               .max = 1}}},
          .make = make_contrast};
}

}  // namespace dala::media::filter
