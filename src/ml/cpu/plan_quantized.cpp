// Steps on bytes.
#include <limits>
#include <optional>

#include "ml/cpu/plan_builder.hpp"
#include "ml/cpu/quantized/convolution.hpp"
#include "ml/ops/quantization.hpp"

namespace dala::ml::cpu {

namespace {

// Weights less their zero points; nothing where a byte does not hold them.
std::optional<std::vector<std::int8_t>> differences(const TensorView& weights,
                                                    const TensorView* zeros) {
  const Zeros zero(zeros);
  const std::size_t each = weights.elements() / static_cast<std::size_t>(weights.shape[0]);
  std::vector<std::int8_t> made;
  made.reserve(weights.elements());
  const bool fits = visit_byte(weights.dtype, [&]<typename T>(Type<T>) {
    for (const T weight : weights.values<T>()) {
      const std::int32_t from = zero[static_cast<std::int64_t>(made.size() / each)];
      const std::int32_t difference = weight - from;
      made.push_back(static_cast<std::int8_t>(difference));
      if (made.back() != difference) return false;
    }
    return true;
  });
  if (!fits) return std::nullopt;
  return made;
}

// What a QLinearConv is made of, where all of it but the picture is known.
struct QuantizedParts {
  const TensorView* in_scale;
  const TensorView* in_zero;
  const TensorView* weights;
  const TensorView* weight_scales;
  const TensorView* weight_zeros;
  const TensorView* out_scale;
  const TensorView* out_zero;
  const TensorView* bias;
};

}  // namespace

// Windows and weights that it does not take are left to the reference.
Result<bool> PlanBuilder::add_quantized_convolution(const Node& node) {
  if (node.op != "QLinearConv") return false;
  for (std::size_t i = 1; i < node.inputs.size(); ++i)
    if (node.inputs[i] != no_value && constant(node, i) == nullptr) return false;
  const QuantizedParts parts{.in_scale = constant(node, 1),
                             .in_zero = constant(node, 2),
                             .weights = constant(node, 3),
                             .weight_scales = constant(node, 4),
                             .weight_zeros = constant(node, 5),
                             .out_scale = constant(node, 6),
                             .out_zero = constant(node, 7),
                             .bias = constant(node, 8)};
  const ValueId x = node.inputs[0];
  if (parts.weights->elements() == 0 || graph_[x].shape.elements() == 0) return false;
  const auto weights = differences(*parts.weights, parts.weight_zeros);
  if (!weights) return false;
  DALA_ASSIGN(const Window window,
              window_of(node, graph_[x].shape, parts.weights->shape.dims().subspan(2)));
  const auto outputs = static_cast<std::size_t>(parts.weights->shape[0]);
  std::vector<float> scales;
  const Scales weight_scales(*parts.weight_scales);
  for (std::size_t o = 0; o < outputs; ++o)
    scales.push_back(Scales(*parts.in_scale)[0] * weight_scales[static_cast<std::int64_t>(o)] /
                     Scales(*parts.out_scale)[0]);
  const QuantizedConvolutionSpec spec{
      .window = window,
      .in = picture(x),
      .out_channels = outputs,
      .group = static_cast<std::size_t>(node.attributes.integer("group", 1)),
      .in_dtype = graph_[x].dtype,
      .out_dtype = graph_[node.outputs[0]].dtype,
      .in_zero = Zeros(parts.in_zero)[0],
      .out_zero = Zeros(parts.out_zero)[0]};
  auto made = QuantizedConvolution::make(
      spec, *weights,
      parts.bias == nullptr ? std::span<const std::int32_t>() : parts.bias->values<std::int32_t>(),
      scales, graph_.memory);
  if (!made && made.error().code == ErrorCode::unsupported) return false;
  if (!made) return std::unexpected(std::move(made.error()));
  const auto convolution = std::make_shared<const QuantizedConvolution>(std::move(*made));
  const BufferId in = pixels(x);
  const BufferId scratch = new_buffer(convolution->scratch());
  const BufferId out = new_pixels(node.outputs[0]);
  add_step(node, std::string(convolution->name()), {in}, {out, scratch},
           [=](const Run& run) -> Result<void> {
             convolution->run(run.buffers[in], run.buffers[out], run.buffers[scratch], run.threads);
             return {};
           });
  return true;
}

}  // namespace dala::ml::cpu
