#include <algorithm>
#include <cmath>

#include "core/format.hpp"
#include "media/colour.hpp"

namespace dala::media::filter {

namespace {

constexpr std::array channels = {"r", "g", "b"};
constexpr std::array words = {"red", "green", "blue"};

Result<void> make_color_grade(Stages& stages) {
  std::array<Curve, 3> rgb;
  for (std::size_t i = 0; i < 3; ++i) {
    const double lift = stages.number(format("lift_{}", channels[i]));
    const double power = 1 / stages.number(format("gamma_{}", channels[i]));
    const double gain = stages.number(format("gain_{}", channels[i]));
    rgb[i] = [=](double v) {
      return std::pow(std::max(0.0, gain * (v + (lift * (1 - v)))), power);
    };
  }
  curves(stages, "color_grade", rgb);
  return {};
}

}  // namespace

FilterDef color_grade() {
  FilterDef def{.info = {.name = "color_grade",
                         .family = "colour",
                         .summary = "Shadows, middle tones and lights of each channel.",
                         .meaning = "With v from 0 to 1 each channel becomes "
                                    "(gain (v + lift (1 - v))) ^ (1 / gamma), cut to 0 to 1."},
                .make = make_color_grade};
  for (std::size_t i = 0; i < 3; ++i) {
    def.info.params.push_back({.name = format("lift_{}", channels[i]),
                               .summary = format("Raises the shadows of {}.", words[i]),
                               .fallback = 0.0,
                               .min = -1,
                               .max = 1});
    def.info.params.push_back({.name = format("gamma_{}", channels[i]),
                               .summary = format("Lightens the middle tones of {}.", words[i]),
                               .fallback = 1.0,
                               .min = 0.1,
                               .max = 10});
    def.info.params.push_back({.name = format("gain_{}", channels[i]),
                               .summary = format("Strengthens the lights of {}.", words[i]),
                               .fallback = 1.0,
                               .min = 0,
                               .max = 4});
  }
  return def;
}

}  // namespace dala::media::filter
