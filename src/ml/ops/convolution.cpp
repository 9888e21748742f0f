// Convolutions as the standard defines them, one sum for each output.
#include <algorithm>

#include "ml/ops/convolution.hpp"
#include "ml/ops/families.hpp"

namespace dala::ml {

namespace {

Result<void> infer_conv(Inference& inference) {
  DALA_TRY(check_float(inference));
  DALA_ASSIGN(const Shape out, convolved(inference, {}));
  inference.output(DType::f32, out);
  return {};
}

Result<void> infer_transposed(Inference& inference) {
  DALA_TRY(check_float(inference));
  DALA_TRY(check_convolution(inference, {.channels_axis = 1}));
  const Shape& weights = inference.shape(1);
  DALA_ASSIGN(const Window window,
              transposed_window_of(inference.node, inference.shape(0), weights.dims().subspan(2)));
  const std::int64_t group = inference.node.attributes.integer("group", 1);
  inference.output(DType::f32, output_of(window, inference.shape(0), weights[1] * group));
  return {};
}

struct FloatTerms {
  const float* in;
  const float* weights;
  const float* bias;  // null: none
  float* out;

  [[nodiscard]] float start(std::int64_t channel) const {
    return bias == nullptr ? 0 : bias[channel];
  }
  void add(float& sum, std::int64_t at, std::int64_t weight, std::int64_t /*channel*/) const {
    sum += in[at] * weights[weight];
  }
  void finish(float sum, std::int64_t /*channel*/, std::int64_t at) const { out[at] = sum; }
};

Result<void> run_conv(const OpCall& call) {
  return convolve(
      call, *call.inputs[0], *call.inputs[1],
      FloatTerms{.in = call.inputs[0]->values<float>().data(),
                 .weights = call.inputs[1]->values<float>().data(),
                 .bias = call.input(2) == nullptr ? nullptr : call.input(2)->values<float>().data(),
                 .out = call.outputs[0].values<float>().data()});
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

constexpr std::array transposed_attributes{attribute::text("auto_pad", auto_pads),
                                           attribute::integers("dilations", 1),
                                           attribute::integer("group", 1),
                                           attribute::integers("kernel_shape"),
                                           attribute::integers("output_padding"),
                                           attribute::integers("output_shape"),
                                           attribute::integers("pads"),
                                           attribute::integers("strides", 1)};

constexpr std::array convolution_table{
    Operator{"Conv", 2, 3, infer_conv, run_conv, 1, convolution_attributes},
    Operator{"ConvTranspose", 2, 3, infer_transposed, run_transposed, 1, transposed_attributes},
};

}  // namespace

Result<void> check_convolution(const Inference& inference, const ConvolutionInputs& at) {
  const Shape& in = inference.shape(0);
  const Shape& weights = inference.shape(at.weights);
  if (weights.rank() < 3 || weights.rank() != in.rank())
    return fail(ErrorCode::bad_file, "its weights are {} for an input of {}", to_string(weights),
                to_string(in));
  const std::int64_t group = inference.node.attributes.integer("group", 1);
  if (group < 1 || group > std::max<std::int64_t>(in[1], 1) || in[1] % group != 0 ||
      weights[0] % group != 0)
    return fail(ErrorCode::bad_file, "{} channels do not divide into {} groups", in[1], group);
  const std::int64_t expected = at.channels_axis == 0 ? weights[1] * group : weights[0];
  if (in[1] != expected)
    return fail(ErrorCode::shape_mismatch, "its input has {} channels and its weights are for {}",
                in[1], expected);
  const std::vector<std::int64_t> kernel = inference.node.attributes.integers("kernel_shape");
  if (!kernel.empty() && !std::ranges::equal(kernel, weights.dims().subspan(2)))
    return fail(ErrorCode::bad_file, "its kernel_shape is {} and its weights are {}",
                to_string(Shape(std::span(kernel).first(std::min(kernel.size(), Shape::max_rank)))),
                to_string(weights));
  const std::int64_t outputs = at.channels_axis == 0 ? weights[0] : weights[1] * group;
  if (inference.has(at.bias) && inference.shape(at.bias) != Shape({outputs}))
    return fail(ErrorCode::shape_mismatch, "its bias is {} for {} channels",
                to_string(inference.shape(at.bias)), outputs);
  return {};
}

Result<Shape> convolved(const Inference& inference, const ConvolutionInputs& at) {
  DALA_TRY(check_convolution(inference, at));
  const Shape& weights = inference.shape(at.weights);
  DALA_ASSIGN(const Window window,
              window_of(inference.node, inference.shape(0), weights.dims().subspan(2)));
  return output_of(window, inference.shape(0), weights[0]);
}

std::span<const Operator> convolution_operators() { return convolution_table; }

}  // namespace dala::ml
