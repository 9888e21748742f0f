// Convolutions of bytes on the CPU, as ONNX's QLinearConv defines them: sums of s32 of what the
// zero point is taken from, which become bytes again by a scale for each channel.
//
// Pictures lie pixel by pixel: {n, c, h, w} as {n, h, w, c}, with a pixel's channels filled up so
// that vectors may read them. What is behind the channels means nothing.
#pragma once

#include "ml/cpu/layout/blocks.hpp"
#include "ml/graph/tensor.hpp"
#include "ml/ops/window.hpp"

namespace dala::ml::cpu {

// Bytes of a pixel in memory.
[[nodiscard]] constexpr std::size_t pixel_bytes(std::size_t channels) {
  return channels <= 4 ? 4 : blocks_of(channels) * block;
}

[[nodiscard]] constexpr std::size_t picture_bytes(const Picture& picture) {
  return picture.n * picture.area() * pixel_bytes(picture.channels);
}

void to_pixels(const Picture& picture, const std::byte* plain, std::byte* pixels,
               const HostThreads& threads);
void from_pixels(const Picture& picture, const std::byte* pixels, std::byte* plain,
                 const HostThreads& threads);

struct QuantizedConvolutionSpec {
  Window window = {};
  Picture in = {};
  std::size_t out_channels = 0;
  std::size_t group = 1;
  DType in_dtype = DType::u8;  // or s8, as of the output
  DType out_dtype = DType::u8;
  std::int32_t in_zero = 0;
  std::int32_t out_zero = 0;
};

class QuantizedConvolution {
 public:
  // Packs the weights {outputs, inputs of a group, rows, columns}, from which their zero points are
  // taken already, for the machine's vectors. `bias` has a number for each output or none. `scales`
  // has one for each output: by it sums become the output's numbers. Error `unsupported` where the
  // weights or the window are too large for it.
  [[nodiscard]] static Result<QuantizedConvolution> make(const QuantizedConvolutionSpec& spec,
                                                         std::span<const std::int8_t> weights,
                                                         std::span<const std::int32_t> bias,
                                                         std::span<const float> scales,
                                                         const HostMemory& memory = {});

  [[nodiscard]] std::string_view name() const;
  [[nodiscard]] Picture out() const;
  // Bytes of workspace that `run` needs.
  [[nodiscard]] std::size_t scratch() const;
  void run(const std::byte* in, std::byte* out, std::byte* scratch,
           const HostThreads& threads) const;

 private:
  struct Source;
  [[nodiscard]] bool is_depthwise() const;
  // Whether tiles read from a copy with borders, or with room behind it.
  [[nodiscard]] bool needs_copy() const;
  [[nodiscard]] Source prepare(const std::byte* in, std::byte* scratch,
                               const HostThreads& threads) const;
  [[nodiscard]] Result<void> pack_dense(std::span<const std::int8_t> weights,
                                        std::span<const std::int32_t> bias,
                                        std::span<const float> scales, const HostMemory& memory);
  [[nodiscard]] Result<void> pack_depthwise(std::span<const std::int8_t> weights,
                                            std::span<const std::int32_t> bias,
                                            std::span<const float> scales,
                                            const HostMemory& memory);
  [[nodiscard]] Result<void> allocate(std::size_t bytes, std::size_t channels,
                                      const HostMemory& memory);
  // Bias and scale of a channel at its place, whose weights add up to `weights`.
  void set_channel(std::size_t at, std::size_t channel, std::span<const std::int32_t> bias,
                   std::span<const float> scales, std::uint32_t weights);
  // Bytes from the first row of taps to another.
  [[nodiscard]] std::size_t row_offset(std::size_t row) const;
  void run_dense(const Source& source, std::byte* out, const HostThreads& threads) const;
  void run_depthwise(const Source& source, std::byte* out, const HostThreads& threads) const;

  QuantizedConvolutionSpec spec_;
  Tensor weights_;
  Tensor bias_;
  Tensor scales_;
  // Where taps lie, in bytes from a pixel's first one; of a depthwise convolution rows of taps.
  std::vector<std::size_t> taps_;
};

}  // namespace dala::ml::cpu
