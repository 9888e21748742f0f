#include <array>

#include "core/error.hpp"
#include "media/sample.hpp"

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
  const std::string body =
      sample_source("mask", mask, size, true) +
      sample_source("background", background, size, false, static_cast<Fit>(fit)) + R"(
  let share = mask_v * (1.0 / 255.0);
  r = mix(background_r, r, share);
  g = mix(background_g, g, share);
  b = mix(background_b, b, share);)";
  stages.each_pixel(
      {.name = format("background_replace_{}_{}", sample_name(mask, size),
                      sample_name(background, size)),
       .body = body,
       .inputs = {{"mask: Tensor<u8>", mask}, {"background: Tensor<u8>", background}}});
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
