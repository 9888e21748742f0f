// Steps on bytes.
#include <limits>
#include <optional>

#include "ml/cpu/plan_builder.hpp"
#include "ml/cpu/quantized/convolution.hpp"
#include "ml/cpu/quantized/tile.hpp"
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

// Of two pictures that lie pixel by pixel already.
bool PlanBuilder::add_quantized_sum(const Node& node) {
  if (node.op != "QLinearAdd") return false;
  const ValueId a = node.inputs[0];
  const ValueId b = node.inputs[3];
  const auto has_pixels = [&](ValueId id) {
    return forms_[static_cast<std::size_t>(id)].pixels != no_buffer;
  };
  if (!has_pixels(a) || !has_pixels(b) || graph_[a].shape != graph_[b].shape) return false;
  for (const std::size_t i : {1U, 2U, 4U, 5U, 6U, 7U})
    if (i < node.inputs.size() && node.inputs[i] != no_value && constant(node, i) == nullptr)
      return false;
  const auto level = [&](std::size_t scale) {
    return QuantizedSum::Level{.scale = Scales(*constant(node, scale))[0],
                               .zero = Zeros(constant(node, scale + 1))[0]};
  };
  QuantizedSum sum{.is_signed = graph_[a].dtype == DType::s8,
                   .a_level = level(1),
                   .b_level = level(4),
                   .out_level = level(6)};
  for (const auto* of : {&sum.a_level, &sum.b_level, &sum.out_level})
    if (!is_ordinary(of->scale)) return false;
  const std::size_t bytes = picture_bytes(picture(a));
  const BufferId left = pixels(a);
  const BufferId right = pixels(b);
  const BufferId out = new_pixels(node.outputs[0]);
  add_step(node, "sum, bytes", {left, right}, {out}, [=](const Run& run) -> Result<void> {
    constexpr std::size_t grain = std::size_t{1} << 16U;
    run.threads.parallel_for(bytes, grain, [&](std::size_t begin, std::size_t end) {
      QuantizedSum some = sum;
      some.a = run.buffers[left] + begin;
      some.b = run.buffers[right] + begin;
      some.out = run.buffers[out] + begin;
      run_quantized_sum(some, end - begin);
    });
    return {};
  });
  return true;
}

}  // namespace dala::ml::cpu
