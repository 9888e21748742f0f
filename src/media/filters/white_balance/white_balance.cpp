#include "kernel/builtin_texts.hpp"
#include "media/colour.hpp"

namespace dala::media::filter {

namespace {

constexpr double strongest = 0.3;  // of the gains

Result<void> make_white_balance(Stages& stages) {
  const double warm = stages.number("temperature") * strongest;
  const double pink = stages.number("tint") * strongest;
  double red = 1 + warm + (pink / 2);
  double green = 1 - pink;
  double blue = 1 - warm + (pink / 2);
  const double grey = (luma[0] * red) + (luma[1] * green) + (luma[2] * blue);
  red /= grey;
  green /= grey;
  blue /= grey;
  using Line = LinesStage::Line;
  lines(stages, "white_balance", {{"red", red}, {"green", green}, {"blue", blue}},
        std::string(kernel::builtin_text("media/filters/white_balance/white_balance")),
        {Line{.factor = {.param = 0}}, Line{.factor = {.param = 1}}, Line{.factor = {.param = 2}}});
  return {};
}

}  // namespace

FilterDef white_balance() {
  return {
      .info = {.name = "white_balance",
               .family = "colour",
               .summary = "Makes the light warmer or cooler.",
               .meaning = "Channels are multiplied: red by 1 + 0.3 `temperature` + 0.15 `tint`, "
                          "green by 1 - 0.3 `tint`, blue by 1 - 0.3 `temperature` + 0.15 `tint`, "
                          "all divided by what keeps grey as bright as it was.",
               .params = {{.name = "temperature",
                           .summary = "-1 is blue, 1 is orange.",
                           .fallback = 0.0,
                           .min = -1,
                           .max = 1},
                          {.name = "tint",
                           .summary = "-1 is green, 1 is magenta.",
                           .fallback = 0.0,
                           .min = -1,
                           .max = 1}}},
      .make = make_white_balance};
}

}  // namespace dala::media::filter
