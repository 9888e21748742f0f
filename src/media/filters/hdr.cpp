#include <cmath>

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
  stages.each_pixel(
      {.name = "hdr",
       .body = R"(
  let grey = 0.299 * r + 0.587 * g + 0.114 * b;
  let factor = factors[(grey + 0.5) as s32];
  r *= factor; g *= factor; b *= factor;)",
       .inputs = {{"factors: Tensor<f32>", stages.table(std::span<const float>(factors))}}});
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
