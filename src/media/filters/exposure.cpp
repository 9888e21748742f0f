#include <cmath>

#include "media/colour.hpp"

namespace dala::media::filter {

namespace {

Result<void> make_exposure(Stages& stages) {
  const double factor = std::exp2(stages.number("stops"));
  const Curve curve = [=](double v) { return from_linear(std::min(1.0, to_linear(v) * factor)); };
  curves(stages, "exposure", {curve, curve, curve});
  return {};
}

}  // namespace

FilterDef exposure() {
  return {.info = {.name = "exposure",
                   .family = "colour",
                   .summary = "More or less light, as a camera would have taken it.",
                   .meaning = "Channels are taken as sRGB, made linear light, multiplied by "
                              "2 ^ `stops` and made sRGB again.",
                   .params = {{.name = "stops",
                               .summary = "1 is twice the light, -1 half of it.",
                               .fallback = 0.0,
                               .min = -8,
                               .max = 8}}},
          .make = make_exposure};
}

}  // namespace dala::media::filter
