#include <cmath>

#include "kernel/builtin_texts.hpp"
#include "media/stage_types.hpp"
#include "media/stages.hpp"

namespace dala::media::filter {

namespace {

Result<void> make_vignette(Stages& stages) {
  const double middle_x = (stages.size().width - 1) / 2.0;
  const double middle_y = (stages.size().height - 1) / 2.0;
  const double corner = std::hypot(middle_x + 0.5, middle_y + 0.5);
  stages.add({.kernel = "vignette",
              .text = std::string(kernel::builtin_text("media/filters/vignette/vignette")),
              .inputs = {stages.output()},
              .params = {{"middle_x", middle_x},
                         {"middle_y", middle_y},
                         {"scale", 1 / corner},
                         {"strength", stages.number("strength")},
                         {"radius", stages.number("radius")}},
              .size = stages.size(),
              .description = std::make_shared<const VignetteStage>()});
  return {};
}

}  // namespace

FilterDef vignette() {
  return {
      .info = {.name = "vignette",
               .family = "colour",
               .summary = "Darkens the picture towards its corners.",
               .meaning = "Channels are multiplied by 1 - `strength` s, where s goes smoothly "
                          "(3 t^2 - 2 t^3) from 0 at `radius` to 1 in the corners, and distances "
                          "from the middle are counted in half diagonals.",
               .params = {{.name = "strength",
                           .summary = "How dark the corners get; 1 is black.",
                           .fallback = 0.5,
                           .min = 0,
                           .max = 1},
                          {.name = "radius",
                           .summary = "Where the darkening begins.",
                           .fallback = 0.4,
                           .min = 0,
                           .max = 0.99}}},
      .make = make_vignette};
}

}  // namespace dala::media::filter
