#include <array>

#include "core/error.hpp"
#include "media/moved.hpp"

namespace dala::media::filter {

namespace {

constexpr std::array<std::string_view, 3> axes = {"horizontal", "vertical", "both"};

Result<void> make_flip(Stages& stages) {
  DALA_ASSIGN(const std::size_t axis, stages.choice("axis", axes));
  move_pixels(stages, format("flip_{}", axes[axis]), stages.size(),
              axis == 0 ? "y" : "height - 1 - y", axis == 1 ? "x" : "width - 1 - x");
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
