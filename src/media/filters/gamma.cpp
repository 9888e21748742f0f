#include <cmath>

#include "media/colour.hpp"

namespace dala::media::filter {

namespace {

Result<void> make_gamma(Stages& stages) {
  const double power = 1 / stages.number("value");
  const Curve curve = [=](double v) { return std::pow(v, power); };
  curves(stages, "gamma", {curve, curve, curve});
  return {};
}

}  // namespace

FilterDef gamma() {
  return {.info = {.name = "gamma",
                   .family = "colour",
                   .summary = "Lightens or darkens the middle tones; black and white stay.",
                   .meaning = "Each channel v becomes 255 (v / 255) ^ (1 / `value`).",
                   .params = {{.name = "value",
                               .summary = "Above 1 is lighter, below 1 darker.",
                               .fallback = 1.0,
                               .min = 0.1,
                               .max = 10}}},
          .make = make_gamma};
}

}  // namespace dala::media::filter
