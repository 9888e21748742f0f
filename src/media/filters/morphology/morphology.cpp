#include <array>
#include <memory>

#include "core/error.hpp"
#include "core/format.hpp"
#include "kernel/specialise.hpp"
#include "media/filters/morphology/run.hpp"
#include "media/stages.hpp"

namespace dala::media::filter {

namespace {

constexpr std::array<std::string_view, 4> operations = {"erode", "dilate", "open", "close"};
constexpr std::int64_t max_radius = 64;

// The extreme of a square is that of its columns' extremes.
Result<void> add_extreme(Stages& stages, Extreme extreme, std::uint32_t radius) {
  for (const bool is_horizontal : {true, false}) {
    auto description = std::make_shared<const ExtremeStage>(extreme, is_horizontal, radius);
    const std::string name = format("{}_{}_{}", extreme == Extreme::least ? "erode" : "dilate",
                                    is_horizontal ? "horizontal" : "vertical", radius);
    DALA_ASSIGN(std::string text, kernel::builtin_text("media/filters/morphology/extreme",
                                                       {{"RADIUS", radius},
                                                        {"HORIZONTAL", is_horizontal},
                                                        {"LEAST", extreme == Extreme::least}}));
    stages.add({.kernel = name,
                .text = std::move(text),
                .inputs = {stages.output()},
                .size = stages.size(),
                .description = std::move(description)});
  }
  return {};
}

Result<void> make_morphology(Stages& stages) {
  DALA_ASSIGN(const std::size_t operation, stages.choice("operation", operations));
  const auto radius = static_cast<std::uint32_t>(stages.integer("radius"));
  const bool begins_with_least = operation == 0 || operation == 2;
  const Extreme first = begins_with_least ? Extreme::least : Extreme::greatest;
  DALA_TRY(add_extreme(stages, first, radius));
  if (operation >= 2)
    DALA_TRY(add_extreme(stages, begins_with_least ? Extreme::greatest : Extreme::least, radius));
  return {};
}

}  // namespace

FilterDef morphology() {
  return {
      .info = {.name = "morphology",
               .family = "detail",
               .summary = "Shrinks or grows what is bright: the least or greatest of a square.",
               .meaning =
                   "Each channel becomes the least (erode) or the greatest (dilate) value of the "
                   "square of 2 `radius` + 1 pixels a side, as far as it lies in the frame. open "
                   "erodes and then dilates, which removes small bright specks; close dilates "
                   "and then erodes, which fills small dark gaps. Alpha stays.",
               .reads = PixelsRead::mixed,
               .params = {{.name = "operation",
                           .type = ParamType::text,
                           .summary = "erode, dilate, open or close.",
                           .fallback = "erode"},
                          {.name = "radius",
                           .type = ParamType::integer,
                           .summary = "1 for 3x3, 2 for 5x5; needs a new plan.",
                           .fallback = 1,
                           .min = 1,
                           .max = max_radius}}},
      .make = make_morphology};
}

}  // namespace dala::media::filter
