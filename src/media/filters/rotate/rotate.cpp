#include <cmath>
#include <numbers>

#include "kernel/builtin_texts.hpp"
#include "media/moved.hpp"

namespace dala::media::filter {

namespace {

// Around the middle of the frame, in the size of the frame.
Result<void> make_rotate(Stages& stages) {
  const double degrees = stages.number("degrees");
  const FrameSize size = stages.size();
  const FrameSize turned{size.height, size.width};
  const double quarters = std::fmod(std::fmod(degrees, 360) + 360, 360) / 90;
  if (quarters == 0) return {};
  if (quarters == 1) {
    move_pixels(stages, "rotate_90", turned, "width - 1 - x", "y");
  } else if (quarters == 2) {
    move_pixels(stages, "rotate_180", size, "height - 1 - y", "width - 1 - x");
  } else if (quarters == 3) {
    move_pixels(stages, "rotate_270", turned, "x", "height - 1 - y");
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
