#include <array>

#include "core/error.hpp"
#include "kernel/specialise.hpp"
#include "media/stages.hpp"

namespace dala::media::filter {

namespace {

Result<void> make_background_replace(Stages& stages) {
  DALA_ASSIGN(const StageInput mask, stages.given("mask"));
  DALA_ASSIGN(const StageInput background, stages.given("background"));
  if (background.channels != 4)
    return fail(ErrorCode::invalid_shape,
                "background_replace: the picture background must be of colours");
  constexpr std::array<std::string_view, 2> fits = {"stretch", "cover"};
  DALA_ASSIGN(const std::size_t fit, stages.choice("fit", fits));
  const FrameSize size = stages.size();
  DALA_ASSIGN(std::string text,
              kernel::builtin_text("media/filters/background_replace/background_replace",
                                   {{"MASK_IN_SIZE", mask.size == size},
                                    {"MASK_CHANNELS", mask.channels},
                                    {"BACKGROUND_IN_SIZE", background.size == size},
                                    {"COVERS", fit == 1}}));
  stages.add({.kernel = format("background_replace_{}_{}", picture_label(mask, size),
                               picture_label(background, size)),
              .text = std::move(text),
              .inputs = {stages.output(), mask, background},
              .size = size});
  return {};
}

}  // namespace

FilterDef background_replace() {
  return {
      .info = {.name = "background_replace",
               .family = "background",
               .summary = "Shows another picture behind the person in front.",
               .meaning = "Channels are mixed from the background's to the frame's by mask / 255. "
                          "The mask is stretched over the frame; of the background the middle is "
                          "shown, as much as covers the frame in its own proportions. Both are "
                          "bilinear.",
               .params = {{.name = "fit",
                           .type = ParamType::text,
                           .summary = "cover, or stretch to show all of the background.",
                           .fallback = "cover"}},
               .inputs = {{"mask",
                           "255 where the frame stays, 0 where the background shows; of a "
                           "picture with colours, red counts"},
                          {"background", "what is behind"}}},
      .make = make_background_replace};
}

}  // namespace dala::media::filter
