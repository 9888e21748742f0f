#include <array>

#include "core/error.hpp"
#include "kernel/specialise.hpp"
#include "media/stages.hpp"

namespace dala::media::filter {

namespace {

constexpr std::array<std::string_view, 3> axes = {"horizontal", "vertical", "both"};

Result<void> make_flip(Stages& stages) {
  DALA_ASSIGN(const std::size_t axis, stages.choice("axis", axes));
  DALA_ASSIGN(std::string text, kernel::builtin_text("media/filters/flip/flip",
                                                     {{"EXCHANGES_LEFT_AND_RIGHT", axis != 1},
                                                      {"EXCHANGES_TOP_AND_BOTTOM", axis != 0}}));
  stages.add({.kernel = format("flip_{}", axes[axis]),
              .text = std::move(text),
              .inputs = {stages.output()},
              .size = stages.size()});
  return {};
}

}  // namespace

FilterDef flip() {
  return {.info = {.name = "flip",
                   .family = "geometry",
                   .summary = "Mirrors the frame.",
                   .meaning = "Pixels are copied as they are.",
                   .reads = PixelsRead::others,
                   .params = {{.name = "axis",
                               .type = ParamType::text,
                               .summary = "horizontal (left and right change), vertical or both.",
                               .fallback = "horizontal"}}},
          .make = make_flip};
}

}  // namespace dala::media::filter
