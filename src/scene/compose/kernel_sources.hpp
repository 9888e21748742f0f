// The sources of a scene's kernels in the kernel language, which devices other than the CPU run.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace dala::scene {

// The same as compose_on_host, with an invocation for each pixel.
[[nodiscard]] std::string compose_source(std::size_t slots);

// Each pixel is the mean of `factor` x `factor` of the input, where there are so many.
inline constexpr std::string_view shrink_source = R"(
#[pixels]
fn scene_shrink(input: Tensor<u8>, output: &mut Tensor<u8>, factor: s32) {
  let y0 = ABSOLUTE_POS_Y * factor;
  let x0 = ABSOLUTE_POS_X * factor;
  let y1 = min(y0 + factor, input.shape(0));
  let x1 = min(x0 + factor, input.shape(1));
  let mut r = 0;
  let mut g = 0;
  let mut b = 0;
  let mut a = 0;
  for y in y0..y1 {
    for x in x0..x1 {
      r += input[y, x, 0] as s32;
      g += input[y, x, 1] as s32;
      b += input[y, x, 2] as s32;
      a += input[y, x, 3] as s32;
    }
  }
  let n = (y1 - y0) * (x1 - x0);
  let half = n / 2;
  output[ABSOLUTE_POS_Y, ABSOLUTE_POS_X, 0] = ((r + half) / n) as u8;
  output[ABSOLUTE_POS_Y, ABSOLUTE_POS_X, 1] = ((g + half) / n) as u8;
  output[ABSOLUTE_POS_Y, ABSOLUTE_POS_X, 2] = ((b + half) / n) as u8;
  output[ABSOLUTE_POS_Y, ABSOLUTE_POS_X, 3] = ((a + half) / n) as u8;
}
)";

// Copies a part of the input to the whole output.
inline constexpr std::string_view cut_source = R"(
#[pixels]
fn scene_cut(input: Tensor<u8>, output: &mut Tensor<u8>, x: s32, y: s32) {
  let sy = ABSOLUTE_POS_Y + y;
  let sx = ABSOLUTE_POS_X + x;
  for c in 0..4 {
    output[ABSOLUTE_POS_Y, ABSOLUTE_POS_X, c] = input[sy, sx, c];
  }
}
)";

// Premultiplies alpha.
inline constexpr std::string_view premultiply_source = R"(
fn scene_premultiply_byte(v: s32, a: s32) -> u8 {
  let t = v * a + 128;
  return ((t + (t >> 8)) >> 8) as u8;
}
#[pixels]
fn scene_premultiply(input: Tensor<u8>, output: &mut Tensor<u8>) {
  let y = ABSOLUTE_POS_Y;
  let x = ABSOLUTE_POS_X;
  let a = input[y, x, 3] as s32;
  output[y, x, 0] = scene_premultiply_byte(input[y, x, 0] as s32, a);
  output[y, x, 1] = scene_premultiply_byte(input[y, x, 1] as s32, a);
  output[y, x, 2] = scene_premultiply_byte(input[y, x, 2] as s32, a);
  output[y, x, 3] = a as u8;
}
)";

// Alpha as the three colours of an opaque image.
inline constexpr std::string_view spread_source = R"(
#[pixels]
fn scene_spread(input: Tensor<u8>, output: &mut Tensor<u8>) {
  let y = ABSOLUTE_POS_Y;
  let x = ABSOLUTE_POS_X;
  let a = input[y, x, 3];
  output[y, x, 0] = a;
  output[y, x, 1] = a;
  output[y, x, 2] = a;
  output[y, x, 3] = 255 as u8;
}
)";

// The colours of one image, limited to alpha, which is the red channel of the other.
inline constexpr std::string_view join_source = R"(
#[pixels]
fn scene_join(input: Tensor<u8>, alphas: Tensor<u8>, output: &mut Tensor<u8>) {
  let y = ABSOLUTE_POS_Y;
  let x = ABSOLUTE_POS_X;
  let a = alphas[y, x, 0];
  output[y, x, 0] = min(input[y, x, 0], a);
  output[y, x, 1] = min(input[y, x, 1], a);
  output[y, x, 2] = min(input[y, x, 2], a);
  output[y, x, 3] = a;
}
)";

// Undoes the premultiplication, to the nearest.
inline constexpr std::string_view unpremultiply_source = R"(
fn scene_unpremultiply_byte(v: s32, a: s32) -> u8 {
  return ((v * 255 + a / 2) / max(a, 1)) as u8;
}
#[pixels]
fn scene_unpremultiply(input: Tensor<u8>, output: &mut Tensor<u8>) {
  let y = ABSOLUTE_POS_Y;
  let x = ABSOLUTE_POS_X;
  let a = input[y, x, 3] as s32;
  output[y, x, 0] = scene_unpremultiply_byte(input[y, x, 0] as s32, a);
  output[y, x, 1] = scene_unpremultiply_byte(input[y, x, 1] as s32, a);
  output[y, x, 2] = scene_unpremultiply_byte(input[y, x, 2] as s32, a);
  output[y, x, 3] = a as u8;
}
)";

}  // namespace dala::scene
