#include <array>
#include <memory>

#include "core/error.hpp"
#include "core/format.hpp"
#include "media/filters/morphology/run.hpp"
#include "media/stages.hpp"

namespace dala::media::filter {

namespace {

constexpr std::array<std::string_view, 4> operations = {"erode", "dilate", "open", "close"};
constexpr std::int64_t max_radius = 64;

// Repeating the outermost pixel adds nothing to a window that holds it already, so the edge needs
// no rule of its own.
std::string source_of(const std::string& name, const ExtremeStage& stage) {
  std::string text = format(R"(#[pixels]
fn {}(input: Tensor<u8>, output: &mut Tensor<u8>) {{
let y = ABSOLUTE_POS_Y;
let x = ABSOLUTE_POS_X;
)",
                            name);
  const std::string_view pick = stage.extreme == Extreme::least ? "min" : "max";
  const auto radius = static_cast<std::int64_t>(stage.radius);
  for (int channel = 0; channel < 3; ++channel) {
    text += format("let mut v{0} = input[y, x, {0}];\n", channel);
    for (std::int64_t at = -radius; at <= radius; ++at) {
      if (at == 0) continue;
      text += format("v{0} = {1}(v{0}, input.clamped(y + {2}, x + {3}, {0}));\n", channel, pick,
                     stage.is_horizontal ? 0 : at, stage.is_horizontal ? at : 0);
    }
    text += format("output[y, x, {0}] = v{0};\n", channel);
  }
  return text + "output[y, x, 3] = input[y, x, 3];\n}\n";
}

// The extreme of a square is that of its columns' extremes.
void add_extreme(Stages& stages, Extreme extreme, std::uint32_t radius) {
  for (const bool is_horizontal : {true, false}) {
    auto description = std::make_shared<const ExtremeStage>(extreme, is_horizontal, radius);
    const std::string name = format("{}_{}_{}", extreme == Extreme::least ? "erode" : "dilate",
                                    is_horizontal ? "horizontal" : "vertical", radius);
    stages.add({.kernel = name,
                .text = source_of(name, *description),
                .inputs = {stages.output()},
                .size = stages.size(),
                .description = std::move(description)});
  }
}

Result<void> make_morphology(Stages& stages) {
  DALA_ASSIGN(const std::size_t operation, stages.choice("operation", operations));
  const auto radius = static_cast<std::uint32_t>(stages.integer("radius"));
  const bool begins_with_least = operation == 0 || operation == 2;
  const Extreme first = begins_with_least ? Extreme::least : Extreme::greatest;
  add_extreme(stages, first, radius);
  if (operation >= 2)
    add_extreme(stages, begins_with_least ? Extreme::greatest : Extreme::least, radius);
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
