// The innermost part of a convolution of bytes: neighbouring pixels, whose sums of 32 bits become
// bytes again while they are in registers.
#pragma once

#include <cstddef>
#include <cstdint>

namespace dala::ml::cpu {

// From a sum to a byte: the sum as f32 times the scale of its channel, rounded to the nearest whole
// number, halves to the even one; the zero point is added, and what is outside the range becomes
// its nearest end.
struct Requantization {
  const float* scales = nullptr;  // in the order of the bias
  std::int32_t zero = 0;
  std::int32_t least = 0;
  std::int32_t most = 255;
};

struct QuantizedPixels {
  const std::byte* source = nullptr;  // of the first pixel, tap and channel
  std::size_t pixel_step = 0;         // bytes from a pixel's source to the next one's
  const std::size_t* taps = nullptr;  // where each tap lies from the first
  std::size_t tap_count = 0;
  std::size_t words = 0;                // of four channels at each tap
  std::uint32_t flip = 0;               // bits of every word that are turned over: of signed bytes
  const std::byte* weights = nullptr;   // {taps, words, channels of a strip, 4}
  const std::uint32_t* bias = nullptr;  // for each of these channels
  Requantization requantization = {};
  std::byte* out = nullptr;
  std::size_t out_step = 0;
  std::size_t channels = 0;  // that are written, at most those of a strip
};

// Of this machine's vectors.
struct QuantizedLimits {
  std::size_t strip;   // output channels that are made together
  std::size_t pixels;  // fewer at once are wasteful
  std::size_t chunk;   // channels of a depthwise convolution that are made together
};

[[nodiscard]] QuantizedLimits quantized_limits();

void run_quantized_pixels(const QuantizedPixels& call, std::size_t pixels);

// A row of a convolution of each channel by itself. Reads whole chunks, so perhaps beyond the last
// pixel.
struct QuantizedDepthwise {
  const std::byte* source = nullptr;  // of the first pixel's first tap
  std::size_t pixel = 0;              // bytes
  const std::size_t* rows = nullptr;  // where each row of taps lies from the first
  std::size_t row_count = 0;          // a multiple of four, which are summed at once
  std::size_t columns = 0;            // of taps
  std::size_t dilation = 1;           // pixels from a column of taps to the next
  std::size_t stride = 1;             // pixels
  std::uint32_t flip = 0;
  const std::byte* weights = nullptr;   // {chunks, rows / 4, columns, chunk, 4} in the order below
  const std::uint32_t* bias = nullptr;  // {chunks, chunk}
  Requantization requantization = {};
  std::byte* out = nullptr;
  std::size_t channels = 0;  // that are written of each pixel, which is as long as the source's
};

// Columns of the source, for each four rows of taps, that are kept for the pixels that share them.
// The taps of a pixel must not need more.
inline constexpr std::size_t depthwise_columns = 128;

// The channel of a chunk whose weights lie at this place.
[[nodiscard]] inline std::size_t depthwise_channel(std::size_t place, std::size_t chunk) {
  return place % (chunk / 4) * 4 + place / (chunk / 4);
}

void run_quantized_depthwise(const QuantizedDepthwise& call, std::size_t pixels);

// What bytes stand for: their differences to the zero point times the scale.
struct Level {
  float scale = 1;
  std::int32_t zero = 0;
};

// The sum of two numbers that bytes stand for, as a byte of another scale, as QLinearAdd defines
// it.
struct QuantizedSum {
  const std::byte* a = nullptr;
  const std::byte* b = nullptr;
  std::byte* out = nullptr;
  bool is_signed = false;
  Level a_level = {};
  Level b_level = {};
  Level out_level = {};
};

// Numbers become bytes and back, as QuantizeLinear and DequantizeLinear define it; what is no
// number becomes the zero point.
void run_quantize(const float* in, const Level& level, bool is_signed, std::byte* out,
                  std::size_t count);
void run_dequantize(const std::byte* in, const Level& level, bool is_signed, float* out,
                    std::size_t count);

// Scales that no number is lost by: with them no step is infinite or no number.
[[nodiscard]] inline bool is_ordinary(float scale) { return scale > 1e-15F && scale < 1e15F; }

void run_quantized_sum(const QuantizedSum& call, std::size_t count);

}  // namespace dala::ml::cpu
