#include <cmath>

#include "kernel/builtin_texts.hpp"
#include "media/colour.hpp"

namespace dala::media::filter {

namespace {

// Reinhard's extended tone-mapping curve at twice the exposure, with its white point at the
// picture's white.
double tone(double light) {
  const double x = 2 * light;
  return x * (1 + (x / 4)) / (1 + x);
}

Result<void> make_hdr(Stages& stages) {
  const double strength = stages.number("strength");
  std::vector<float> factors;
  for (int v = 0; v < 256; ++v) {
    const double y = v / 255.0;
    const double mapped = from_linear(tone(to_linear(y)));
    factors.push_back(static_cast<float>(v == 0 ? 1 : 1 + (strength * ((mapped / y) - 1))));
  }
  stages.add({.kernel = "hdr",
              .text = std::string(kernel::builtin_text("media/filters/hdr/hdr")),
              .inputs = {stages.output(), stages.table(std::span<const float>(factors))},
              .size = stages.size()});
  return {};
}

}  // namespace

FilterDef hdr() {
  return {
      .info = {.name = "hdr",
               .family = "colour",
               .summary = "Opens the shadows and keeps the lights (tone mapping).",
               .meaning = "The pixel's grey y (as in grayscale), made linear light L, is mapped "
                          "by x (1 + x / 4) / (1 + x) with x = 2 L; all channels are multiplied "
                          "by what that does to y, by `strength`.",
               .params = {{.name = "strength",
                           .summary = "0 changes nothing, 1 is all of it.",
                           .fallback = 1.0,
                           .min = 0,
                           .max = 1}}},
      .make = make_hdr};
}

}  // namespace dala::media::filter
