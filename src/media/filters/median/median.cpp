#include <vector>

#include "core/error.hpp"
#include "kernel/specialise.hpp"
#include "media/stages.hpp"

namespace dala::media::filter {

namespace {

Result<void> make_median(Stages& stages) {
  const std::int64_t radius = stages.integer("radius");
  DALA_ASSIGN(std::string text,
              kernel::builtin_text("media/filters/median/median", {{"RADIUS", radius}}));
  stages.add({.kernel = format("median_{}", radius),
              .text = std::move(text),
              .inputs = {stages.input()},
              .size = stages.size()});
  return {};
}

}  // namespace

FilterDef median() {
  return {
      .info = {.name = "median",
               .family = "blur",
               .summary = "Removes specks: the middle one of a square of pixels.",
               .meaning = "Each channel becomes the median of the square of 2 `radius` + 1 pixels "
                          "a side. Edges as in blur.",
               .reads = PixelsRead::mixed,
               .params = {{.name = "radius",
                           .type = ParamType::integer,
                           .summary = "1 for 3x3, 2 for 5x5; needs a new plan.",
                           .fallback = 1,
                           .min = 1,
                           .max = 2}}},
      .make = make_median};
}

}  // namespace dala::media::filter
