#include <cmath>
#include <numbers>

#include "core/error.hpp"
#include "kernel/builtin_texts.hpp"
#include "kernel/specialise.hpp"
#include "media/stages.hpp"

namespace dala::media::filter {

namespace {

// Around the middle of the frame, in the size of the frame.
Result<void> make_rotate(Stages& stages) {
  const double degrees = stages.number("degrees");
  const FrameSize size = stages.size();
  const FrameSize turned{size.height, size.width};
  const double quarters = std::fmod(std::fmod(degrees, 360) + 360, 360) / 90;
  if (quarters == 0) return {};
  if (quarters == std::floor(quarters)) {
    const auto count = static_cast<int>(quarters);
    DALA_ASSIGN(std::string text,
                kernel::builtin_text("media/filters/rotate/quarters", {{"QUARTERS", count}}));
    stages.add({.kernel = format("rotate_{}", 90 * count),
                .text = std::move(text),
                .inputs = {stages.output()},
                .size = count == 2 ? size : turned});
  } else {
    const double angle = degrees * std::numbers::pi / 180;
    stages.add({.kernel = "rotate",
                .text = std::string(kernel::builtin_text("media/filters/rotate/rotate")),
                .inputs = {stages.input()},
                .params = {{"cosine", std::cos(angle)}, {"sine", std::sin(angle)}},
                .size = size});
  }
  return {};
}

}  // namespace

FilterDef rotate() {
  return {
      .info = {.name = "rotate",
               .family = "geometry",
               .summary = "Turns the frame clockwise.",
               .meaning = "Quarters of a turn copy pixels and exchange width and height where "
                          "needed. Other angles turn around the middle within the frame's size, "
                          "bilinear, with transparent black outside.",
               .reads = PixelsRead::mixed,
               .makes_holes = true,
               .params = {{.name = "degrees",
                           .summary = "How far, clockwise.",
                           .fallback = 90.0,
                           .min = -360,
                           .max = 360}}},
      .make = make_rotate};
}

}  // namespace dala::media::filter
