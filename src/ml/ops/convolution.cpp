// Convolutions as the standard defines them, one sum for each output.
#include <algorithm>

#include "ml/ops/families.hpp"
#include "ml/ops/window.hpp"

namespace dala::ml {

namespace {

Result<void> check(const Inference& inference, std::size_t outputs_axis) {
  for (std::size_t i = 0; i < inference.node.inputs.size(); ++i)
    if (inference.has(i) && inference.dtype(i) != DType::f32)
      return fail(ErrorCode::unsupported, "it is for f32, and its input {} is {}", i,
                  to_string(inference.dtype(i)));
  const Shape& in = inference.shape(0);
  const Shape& weights = inference.shape(1);
  if (weights.rank() < 3 || weights.rank() != in.rank())
    return fail(ErrorCode::bad_file, "its weights are {} for an input of {}", to_string(weights),
                to_string(in));
  const std::int64_t group = inference.node.attributes.integer("group", 1);
  if (group < 1 || group > std::max<std::int64_t>(in[1], 1) || in[1] % group != 0 ||
      weights[0] % group != 0)
    return fail(ErrorCode::bad_file, "{} channels do not divide into {} groups", in[1], group);
  const std::int64_t expected = outputs_axis == 0 ? weights[1] * group : weights[0];
  if (in[1] != expected)
    return fail(ErrorCode::shape_mismatch, "its input has {} channels and its weights are for {}",
                in[1], expected);
  const std::vector<std::int64_t> kernel = inference.node.attributes.integers("kernel_shape");
  if (!kernel.empty() && !std::ranges::equal(kernel, weights.dims().subspan(2)))
    return fail(ErrorCode::bad_file, "its kernel_shape is {} and its weights are {}",
                to_string(Shape(std::span(kernel).first(std::min(kernel.size(), Shape::max_rank)))),
                to_string(weights));
  const std::int64_t outputs = outputs_axis == 0 ? weights[0] : weights[1] * group;
  if (inference.has(2) && inference.shape(2) != Shape({outputs}))
    return fail(ErrorCode::shape_mismatch, "its bias is {} for {} channels",
                to_string(inference.shape(2)), outputs);
  return {};
}

Result<void> infer_conv(Inference& inference) {
  DALA_TRY(check(inference, 0));
  const Shape& weights = inference.shape(1);
  DALA_ASSIGN(const Window window,
              window_of(inference.node, inference.shape(0), weights.dims().subspan(2)));
  inference.output(DType::f32, output_of(window, inference.shape(0), weights[0]));
  return {};
}

Result<void> infer_transposed(Inference& inference) {
  DALA_TRY(check(inference, 1));
  const Shape& weights = inference.shape(1);
  DALA_ASSIGN(const Window window,
              transposed_window_of(inference.node, inference.shape(0), weights.dims().subspan(2)));
  const std::int64_t group = inference.node.attributes.integer("group", 1);
  inference.output(DType::f32, output_of(window, inference.shape(0), weights[1] * group));
  return {};
}

// One plane of the output: the sum over the channels of its group.
struct Plane {
  const float* in;       // of its group
  const float* weights;  // of its channel
  std::int64_t channels;
  float bias;
  float* out;
};

void convolve(const Window& w, const Plane& plane, Pace& pace) {
  const std::int64_t area = w.in[0] * w.in[1];
  const std::int64_t taps = w.kernel[0] * w.kernel[1];
  for (std::int64_t y = 0; y < w.out[0]; ++y)
    for (std::int64_t x = 0; x < w.out[1]; ++x) {
      if (pace.is_over(plane.channels * taps)) return;
      float sum = plane.bias;
      for (std::int64_t c = 0; c < plane.channels; ++c)
        for (std::int64_t ky = 0; ky < w.kernel[0]; ++ky) {
          const std::int64_t row = y * w.stride[0] - w.pad_before[0] + ky * w.dilation[0];
          if (row < 0 || row >= w.in[0]) continue;
          for (std::int64_t kx = 0; kx < w.kernel[1]; ++kx) {
            const std::int64_t column = x * w.stride[1] - w.pad_before[1] + kx * w.dilation[1];
            if (column < 0 || column >= w.in[1]) continue;
            sum += plane.in[c * area + row * w.in[1] + column] *
                   plane.weights[c * taps + ky * w.kernel[1] + kx];
          }
        }
      plane.out[y * w.out[1] + x] = sum;
    }
}

Result<void> run_conv(const OpCall& call) {
  const TensorView& in = *call.inputs[0];
  const TensorView& weights = *call.inputs[1];
  DALA_ASSIGN(const Window window, window_of(call.node, in.shape, weights.shape.dims().subspan(2)));
  const std::int64_t group = call.node.attributes.integer("group", 1);
  const std::int64_t outputs = weights.shape[0];
  const std::int64_t channels = weights.shape[1];
  const std::int64_t in_area = window.in[0] * window.in[1];
  const std::int64_t out_area = window.out[0] * window.out[1];
  const std::int64_t taps = window.kernel[0] * window.kernel[1];
  const float* bias = call.input(2) == nullptr ? nullptr : call.input(2)->values<float>().data();
  call.threads.parallel_for(
      static_cast<std::size_t>(in.shape[0] * outputs), 1, [&](std::size_t begin, std::size_t end) {
        Pace pace(call.watch);
        for (auto i = static_cast<std::int64_t>(begin); i < static_cast<std::int64_t>(end); ++i) {
          const std::int64_t n = i / outputs;
          const std::int64_t o = i % outputs;
          const std::int64_t first = n * in.shape[1] + o / (outputs / group) * channels;
          convolve(window,
                   {.in = in.values<float>().data() + first * in_area,
                    .weights = weights.values<float>().data() + o * channels * taps,
                    .channels = channels,
                    .bias = bias == nullptr ? 0 : bias[o],
                    .out = call.outputs[0].values<float>().data() + i * out_area},
                   pace);
        }
      });
  return {};
}

// Transposed: each input is added to all outputs that its window covers.
void spread(const Window& w, const float* in, const float* weights, float* out, Pace& pace) {
  for (std::int64_t y = 0; y < w.in[0]; ++y)
    for (std::int64_t x = 0; x < w.in[1]; ++x) {
      if (pace.is_over(w.kernel[0] * w.kernel[1])) return;
      for (std::int64_t ky = 0; ky < w.kernel[0]; ++ky) {
        const std::int64_t row = y * w.stride[0] - w.pad_before[0] + ky * w.dilation[0];
        if (row < 0 || row >= w.out[0]) continue;
        for (std::int64_t kx = 0; kx < w.kernel[1]; ++kx) {
          const std::int64_t column = x * w.stride[1] - w.pad_before[1] + kx * w.dilation[1];
          if (column < 0 || column >= w.out[1]) continue;
          out[row * w.out[1] + column] += in[y * w.in[1] + x] * weights[ky * w.kernel[1] + kx];
        }
      }
    }
}

Result<void> run_transposed(const OpCall& call) {
  const TensorView& in = *call.inputs[0];
  const TensorView& weights = *call.inputs[1];
  DALA_ASSIGN(const Window window,
              transposed_window_of(call.node, in.shape, weights.shape.dims().subspan(2)));
  const std::int64_t group = call.node.attributes.integer("group", 1);
  const std::int64_t per_group = weights.shape[1];
  const std::int64_t outputs = per_group * group;
  const std::int64_t inputs = in.shape[1] / group;
  const std::int64_t in_area = window.in[0] * window.in[1];
  const std::int64_t out_area = window.out[0] * window.out[1];
  const std::int64_t taps = window.kernel[0] * window.kernel[1];
  const float* bias = call.input(2) == nullptr ? nullptr : call.input(2)->values<float>().data();
  call.threads.parallel_for(
      static_cast<std::size_t>(in.shape[0] * outputs), 1, [&](std::size_t begin, std::size_t end) {
        Pace pace(call.watch);
        for (auto i = static_cast<std::int64_t>(begin); i < static_cast<std::int64_t>(end); ++i) {
          const std::int64_t o = i % outputs;
          const std::int64_t first = o / per_group * inputs;
          float* out = call.outputs[0].values<float>().data() + i * out_area;
          in_pieces(pace, static_cast<std::size_t>(out_area),
                    [&](std::size_t from, std::size_t to) {
                      std::fill(out + from, out + to, bias == nullptr ? 0 : bias[o]);
                    });
          for (std::int64_t c = first; c < first + inputs && !pace.is_over(1); ++c)
            spread(window, in.values<float>().data() + (i / outputs * in.shape[1] + c) * in_area,
                   weights.values<float>().data() + (c * per_group + o % per_group) * taps, out,
                   pace);
        }
      });
  return {};
}

constexpr std::array conv_attributes{attribute::text("auto_pad", auto_pads),
                                     attribute::integers("dilations", 1),
                                     attribute::integer("group", 1),
                                     attribute::integers("kernel_shape"),
                                     attribute::integers("pads"),
                                     attribute::integers("strides", 1)};
constexpr std::array transposed_attributes{attribute::text("auto_pad", auto_pads),
                                           attribute::integers("dilations", 1),
                                           attribute::integer("group", 1),
                                           attribute::integers("kernel_shape"),
                                           attribute::integers("output_padding"),
                                           attribute::integers("output_shape"),
                                           attribute::integers("pads"),
                                           attribute::integers("strides", 1)};

constexpr std::array convolution_table{
    Operator{"Conv", 2, 3, infer_conv, run_conv, 1, conv_attributes},
    Operator{"ConvTranspose", 2, 3, infer_transposed, run_transposed, 1, transposed_attributes},
};

}  // namespace

std::span<const Operator> convolution_operators() { return convolution_table; }

}  // namespace dala::ml
