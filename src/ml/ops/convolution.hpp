// The walk over a convolution's windows, for floats and for integers.
#pragma once

#include "ml/ops/window.hpp"

namespace dala::ml {

inline constexpr std::array convolution_attributes{attribute::text("auto_pad", auto_pads),
                                                   attribute::integers("dilations", 1),
                                                   attribute::integer("group", 1),
                                                   attribute::integers("kernel_shape"),
                                                   attribute::integers("pads"),
                                                   attribute::integers("strides", 1)};
// Which inputs are what, and along which axis of the weights the outputs' channels lie.
struct ConvolutionInputs {
  std::size_t weights = 1;
  std::size_t bias = 2;
  std::size_t channels_axis = 0;
};

// Whether shapes and attributes fit together.
[[nodiscard]] Result<void> check_convolution(const Inference& inference,
                                             const ConvolutionInputs& at);
// The shape of the output of one that is not transposed, which is checked.
[[nodiscard]] Result<Shape> convolved(const Inference& inference, const ConvolutionInputs& at);

// One plane of the output: where its first element lies in each tensor.
struct ConvolutionPlane {
  std::int64_t channel;  // of the output
  std::int64_t in;       // of its group
  std::int64_t weights;
  std::int64_t out;
};

template <typename Terms>
void convolve_plane(const Window& w, const ConvolutionPlane& plane, std::int64_t channels,
                    const Terms& terms, Pace& pace) {
  const std::int64_t area = w.in[0] * w.in[1];
  const std::int64_t taps = w.kernel[0] * w.kernel[1];
  for (std::int64_t y = 0; y < w.out[0]; ++y)
    for (std::int64_t x = 0; x < w.out[1]; ++x) {
      if (pace.is_over(channels * taps)) return;
      auto sum = terms.start(plane.channel);
      for (std::int64_t c = 0; c < channels; ++c)
        for (std::int64_t ky = 0; ky < w.kernel[0]; ++ky) {
          const std::int64_t row = y * w.stride[0] - w.pad_before[0] + ky * w.dilation[0];
          if (row < 0 || row >= w.in[0]) continue;
          for (std::int64_t kx = 0; kx < w.kernel[1]; ++kx) {
            const std::int64_t column = x * w.stride[1] - w.pad_before[1] + kx * w.dilation[1];
            if (column < 0 || column >= w.in[1]) continue;
            terms.add(sum, plane.in + c * area + row * w.in[1] + column,
                      plane.weights + c * taps + ky * w.kernel[1] + kx, plane.channel);
          }
        }
      terms.finish(sum, plane.channel, plane.out + y * w.out[1] + x);
    }
}

// For each element of the output: a sum from `terms.start(channel)` on, to which
// `terms.add(sum, element of the input, element of the weights, channel)` adds what lies under the
// window, and `terms.finish(sum, channel, element of the output)`.
template <typename Terms>
Result<void> convolve(const OpCall& call, const TensorView& in, const TensorView& weights,
                      const Terms& terms) {
  DALA_ASSIGN(const Window window, window_of(call.node, in.shape, weights.shape.dims().subspan(2)));
  const std::int64_t group = call.node.attributes.integer("group", 1);
  const std::int64_t outputs = weights.shape[0];
  const std::int64_t channels = weights.shape[1];
  const std::int64_t in_area = window.in[0] * window.in[1];
  const std::int64_t out_area = window.out[0] * window.out[1];
  const std::int64_t taps = window.kernel[0] * window.kernel[1];
  call.threads.parallel_for(
      static_cast<std::size_t>(in.shape[0] * outputs), 1, [&](std::size_t begin, std::size_t end) {
        Pace pace(call.watch);
        for (auto i = static_cast<std::int64_t>(begin); i < static_cast<std::int64_t>(end); ++i) {
          const std::int64_t o = i % outputs;
          const std::int64_t first = i / outputs * in.shape[1] + o / (outputs / group) * channels;
          convolve_plane(window,
                         {.channel = o,
                          .in = first * in_area,
                          .weights = o * channels * taps,
                          .out = i * out_area},
                         channels, terms, pace);
        }
      });
  return {};
}

}  // namespace dala::ml
