#include "media/block_means.hpp"

#include "core/format.hpp"

namespace dala::media {

namespace {

std::string means_text(std::int64_t size) {
  return format(R"(#[pixels]
fn block_means_{0}(input: Tensor<u8>, output: &mut Tensor<u8>) {{
  let y0 = ABSOLUTE_POS_Y * {0};
  let x0 = ABSOLUTE_POS_X * {0};
  let y1 = min(y0 + {0}, input.shape(0));
  let x1 = min(x0 + {0}, input.shape(1));
  let mut r = 0;
  let mut g = 0;
  let mut b = 0;
  for y in y0..y1 {{
    for x in x0..x1 {{
      r += input[y, x, 0] as s32;
      g += input[y, x, 1] as s32;
      b += input[y, x, 2] as s32;
    }}
  }}
  let n = (y1 - y0) * (x1 - x0);
  output[ABSOLUTE_POS_Y, ABSOLUTE_POS_X, 0] = ((r + n / 2) / n) as u8;
  output[ABSOLUTE_POS_Y, ABSOLUTE_POS_X, 1] = ((g + n / 2) / n) as u8;
  output[ABSOLUTE_POS_Y, ABSOLUTE_POS_X, 2] = ((b + n / 2) / n) as u8;
  output[ABSOLUTE_POS_Y, ABSOLUTE_POS_X, 3] = 255u8;
}}
)",
                size);
}

std::string enlarged_text(std::int64_t size) {
  std::string channels;
  for (int c = 0; c < 3; ++c)
    channels += format(R"(
  output[y, x, {0}] = nearest_byte(mix(
    mix(input.clamped(j, i, {0}) as f32, input.clamped(j, i + 1, {0}) as f32, right),
    mix(input.clamped(j + 1, i, {0}) as f32, input.clamped(j + 1, i + 1, {0}) as f32, right),
    below));)",
                       c);
  return format(R"(
#[pixels]
fn enlarged_{0}(input: Tensor<u8>, output: &mut Tensor<u8>) {{
  let y = ABSOLUTE_POS_Y;
  let x = ABSOLUTE_POS_X;
  let v = ((y as f32) + 0.5) * (1.0 / {0}.0) - 0.5;
  let u = ((x as f32) + 0.5) * (1.0 / {0}.0) - 0.5;
  let j = floor(v) as s32;
  let i = floor(u) as s32;
  let below = v - floor(v);
  let right = u - floor(u);{1}
  output[y, x, 3] = 255u8;
}}
)",
                size, channels);
}

}  // namespace

Stage block_means(const StageInput& frame, std::int64_t size) {
  const auto blocks = [&](std::uint32_t side) {
    return static_cast<std::uint32_t>((side + size - 1) / size);
  };
  return {.kernel = format("block_means_{}", size),
          .text = means_text(size),
          .inputs = {frame},
          .size = {blocks(frame.size.width), blocks(frame.size.height)}};
}

Stage enlarged(const StageInput& means, std::int64_t size, FrameSize to) {
  return {.kernel = format("enlarged_{}", size),
          .text = enlarged_text(size),
          .inputs = {means},
          .size = to};
}

}  // namespace dala::media
