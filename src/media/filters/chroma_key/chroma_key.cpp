#include <algorithm>
#include <array>

#include "core/text/color_text.hpp"
#include "kernel/builtin_texts.hpp"
#include "media/stages.hpp"

namespace dala::media::filter {

namespace {

Result<void> make_chroma_key(Stages& stages) {
  const auto color = parse_color(stages.text("color"));
  if (!color) return stages.bad("color", "it must be a colour, as #00ff00, #0f0 or lime");
  const std::array<double, 3> rgb{static_cast<double>(*color >> 24U),
                                  static_cast<double>((*color >> 16U) & 0xFFU),
                                  static_cast<double>((*color >> 8U) & 0xFFU)};
  // The chrominance of the colour: Cb and Cr.
  const double cb = (-0.168736 * rgb[0]) - (0.331264 * rgb[1]) + (0.5 * rgb[2]);
  const double cr = (0.5 * rgb[0]) - (0.418688 * rgb[1]) - (0.081312 * rgb[2]);
  const double near = stages.number("similarity") * 180;
  const double soft = stages.number("softness") * 180;
  stages.add({.kernel = "chroma_key",
              .text = std::string(kernel::builtin_text("media/filters/chroma_key/chroma_key")),
              .inputs = {stages.output()},
              .params = {{"key_cb", cb},
                         {"key_cr", cr},
                         {"near", near},
                         {"scale", 1 / std::max(soft, 1e-3)}},
              .size = stages.size()});
  return {};
}

}  // namespace

FilterDef chroma_key() {
  return {
      .info = {.name = "chroma_key",
               .family = "background",
               .summary = "Makes a colour transparent, such as that of a green screen.",
               .meaning = "Alpha is multiplied by (d - 180 `similarity`) / (180 `softness`), cut "
                          "to 0 to 1, where d is the distance of Cb and Cr (Rec. 601, full range) "
                          "from those of `color`. Colours stay.",
               .makes_holes = true,
               .params = {{.name = "color",
                           .type = ParamType::text,
                           .summary = "What becomes transparent, as #rrggbb.",
                           .fallback = "#00ff00"},
                          {.name = "similarity",
                           .summary = "How far a colour may be off and still be all gone.",
                           .fallback = 0.25,
                           .min = 0,
                           .max = 1},
                          {.name = "softness",
                           .summary = "How much further it may be off and be gone in part.",
                           .fallback = 0.1,
                           .min = 0,
                           .max = 1}}},
      .make = make_chroma_key};
}

}  // namespace dala::media::filter
