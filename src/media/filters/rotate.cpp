#include <cmath>
#include <numbers>

#include "media/moved.hpp"

namespace dala::media::filter {

namespace {

// Around the middle of the frame, in the size of the frame.
constexpr std::string_view by_any_angle = R"(
fn to_byte(value: f32) -> u8 { (value + 0.5) as u8 }
fn between(a: u8, b: u8, c: u8, d: u8, u: f32, v: f32) -> u8 {
  to_byte(mix(mix(a as f32, b as f32, u), mix(c as f32, d as f32, u), v))
}

#[pixels]
fn rotate(input: Tensor<u8>, output: &mut Tensor<u8>, cosine: f32, sine: f32) {
  let y = ABSOLUTE_POS_Y;
  let x = ABSOLUTE_POS_X;
  let middle_y = ((input.shape(0) - 1) as f32) * 0.5;
  let middle_x = ((input.shape(1) - 1) as f32) * 0.5;
  let dy = (y as f32) - middle_y;
  let dx = (x as f32) - middle_x;
  let from_x = middle_x + dx * cosine + dy * sine;
  let from_y = middle_y + dy * cosine - dx * sine;
  let i = floor(from_x) as s32;
  let j = floor(from_y) as s32;
  let u = from_x - floor(from_x);
  let v = from_y - floor(from_y);
  output[y, x, 0] = between(input[j, i, 0], input[j, i + 1, 0], input[j + 1, i, 0], input[j + 1, i + 1, 0], u, v);
  output[y, x, 1] = between(input[j, i, 1], input[j, i + 1, 1], input[j + 1, i, 1], input[j + 1, i + 1, 1], u, v);
  output[y, x, 2] = between(input[j, i, 2], input[j, i + 1, 2], input[j + 1, i, 2], input[j + 1, i + 1, 2], u, v);
  output[y, x, 3] = between(input[j, i, 3], input[j, i + 1, 3], input[j + 1, i, 3], input[j + 1, i + 1, 3], u, v);
}
)";

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
                .text = std::string(by_any_angle),
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
