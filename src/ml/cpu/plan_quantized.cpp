// Steps on bytes.
#include <algorithm>
#include <optional>

#include "ml/cpu/plan_builder.hpp"
#include "ml/cpu/quantized/convolution.hpp"
#include "ml/cpu/quantized/tile.hpp"
#include "ml/ops/quantization.hpp"

namespace dala::ml::cpu {

namespace {

// Numbers that are worth a thread.
constexpr std::size_t bytes_at_once = std::size_t{1} << 16U;

// {columns, rows} of a matrix {rows, columns}, or the matrix itself.
Result<Tensor> transposed_bytes(const TensorView& matrix, bool transposes,
                                const HostMemory& memory) {
  const std::int64_t rows = matrix.shape[transposes ? 1 : 0];
  const std::int64_t columns = matrix.shape[transposes ? 0 : 1];
  DALA_ASSIGN(Tensor made, Tensor::make(matrix.dtype, Shape({rows, columns}), memory));
  for (std::int64_t r = 0; r < rows; ++r)
    for (std::int64_t c = 0; c < columns; ++c)
      made.view.data[r * columns + c] = matrix.data[transposes ? c * rows + r : r * columns + c];
  return made;
}

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

bool PlanBuilder::are_constant(const Node& node, std::initializer_list<std::size_t> inputs) const {
  return std::ranges::all_of(inputs, [&](std::size_t i) {
    return i >= node.inputs.size() || node.inputs[i] == no_value || constant(node, i) != nullptr;
  });
}

// Windows and weights that it does not take are left to the reference.
Result<bool> PlanBuilder::add_quantized_convolution(const Node& node) {
  if (node.op != "QLinearConv") return false;
  if (!are_constant(node, {1, 2, 3, 4, 5, 6, 7, 8})) return false;
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
  const std::string name(made->name());
  add_bytes(node, name, std::move(*made));
  return true;
}

void PlanBuilder::add_bytes(const Node& node, std::string name, QuantizedConvolution made) {
  const auto convolution = std::make_shared<const QuantizedConvolution>(std::move(made));
  const BufferId in = pixels(node.inputs[0]);
  const BufferId scratch = new_buffer(convolution->scratch());
  const BufferId out = new_pixels(node.outputs[0]);
  add_step(node, std::move(name), {in}, {out, scratch}, [=](const Run& run) -> Result<void> {
    convolution->run(run.buffers[in], run.buffers[out], run.buffers[scratch], run.threads);
    return {};
  });
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
  if (!are_constant(node, {1, 2, 4, 5, 6, 7})) return false;
  const auto level = [&](std::size_t scale) {
    return Level{.scale = Scales(*constant(node, scale))[0],
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
    run.threads.parallel_for(bytes, bytes_at_once, [&](std::size_t begin, std::size_t end) {
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

// A product with a constant matrix, as a convolution of a row of pixels, each of which is a row of
// the left matrix.
Result<bool> PlanBuilder::add_quantized_product(const Node& node) {
  if (node.op != "QGemm" || !are_constant(node, {1, 2, 3, 4, 5, 6, 7, 8})) return false;
  const TensorView* matrix = constant(node, 3);
  const TensorView* bias = constant(node, 6);
  const TensorView* out_scale = constant(node, 7);
  const Shape& x = graph_[node.inputs[0]].shape;
  const std::int64_t columns = graph_[node.outputs[0]].shape[1];
  if (out_scale == nullptr || node.attributes.integer("transA", 0) != 0 ||
      node.attributes.number("alpha", 1) != 1 || matrix->elements() == 0 || x.elements() == 0 ||
      (bias != nullptr && (bias->shape.elements() != columns || bias->shape.rank() == 0 ||
                           bias->shape.dims().back() != columns)))
    return false;
  const bool transposed = node.attributes.integer("transB", 0) != 0;
  DALA_ASSIGN(const Tensor turned, transposed_bytes(*matrix, !transposed, graph_.memory));
  const auto weights = differences(turned.view, constant(node, 5));
  if (!weights) return false;
  std::vector<float> scales;
  const Scales b_scales(*constant(node, 4));
  for (std::int64_t o = 0; o < columns; ++o)
    scales.push_back(Scales(*constant(node, 1))[0] * b_scales[o] / Scales(*out_scale)[0]);
  const QuantizedConvolutionSpec spec{
      .window = {.in = {1, x[0]}, .out = {1, x[0]}},
      .in = {.channels = static_cast<std::size_t>(x[1]), .width = static_cast<std::size_t>(x[0])},
      .out_channels = static_cast<std::size_t>(columns),
      .in_dtype = graph_[node.inputs[0]].dtype,
      .out_dtype = graph_[node.outputs[0]].dtype,
      .in_zero = Zeros(constant(node, 2))[0],
      .out_zero = Zeros(constant(node, 8))[0]};
  auto made = QuantizedConvolution::make(
      spec, *weights,
      bias == nullptr ? std::span<const std::int32_t>() : bias->values<std::int32_t>(), scales,
      graph_.memory);
  if (!made && made.error().code == ErrorCode::unsupported) return false;
  if (!made) return std::unexpected(std::move(made.error()));
  add_bytes(node, "dense, bytes", std::move(*made));
  return true;
}

// Of one scale for all.
bool PlanBuilder::add_quantize(const Node& node) {
  if (node.op != "QuantizeLinear" || !are_constant(node, {1, 2})) return false;
  const ValueId x = node.inputs[0];
  const ValueId y = node.outputs[0];
  const TensorView& scale = *constant(node, 1);
  if (graph_[x].dtype != DType::f32 || !is_byte(graph_[y].dtype) || scale.elements() != 1 ||
      !is_ordinary(Scales(scale)[0]))
    return false;
  const Level level{.scale = Scales(scale)[0], .zero = Zeros(constant(node, 2))[0]};
  const bool is_signed = graph_[y].dtype == DType::s8;
  const auto count = static_cast<std::size_t>(graph_[x].shape.elements());
  const BufferId in = plain(x);
  const BufferId out = new_plain(y);
  add_step(node, "vectors", {in}, {out}, [=](const Run& run) -> Result<void> {
    run.threads.parallel_for(count, bytes_at_once, [&](std::size_t begin, std::size_t end) {
      run_quantize(run.floats(in) + begin, level, is_signed, run.buffers[out] + begin, end - begin);
    });
    return {};
  });
  return true;
}

bool PlanBuilder::add_dequantize(const Node& node) {
  if (node.op != "DequantizeLinear" || !are_constant(node, {1, 2})) return false;
  const ValueId x = node.inputs[0];
  const TensorView& scale = *constant(node, 1);
  if (!is_byte(graph_[x].dtype) || scale.elements() != 1) return false;
  const Level level{.scale = Scales(scale)[0], .zero = Zeros(constant(node, 2))[0]};
  const bool is_signed = graph_[x].dtype == DType::s8;
  const auto count = static_cast<std::size_t>(graph_[x].shape.elements());
  const BufferId in = plain(x);
  const BufferId out = new_plain(node.outputs[0]);
  add_step(node, "vectors", {in}, {out}, [=](const Run& run) -> Result<void> {
    run.threads.parallel_for(count, bytes_at_once, [&](std::size_t begin, std::size_t end) {
      run_dequantize(run.buffers[in] + begin, level, is_signed, run.floats(out) + begin,
                     end - begin);
    });
    return {};
  });
  return true;
}

}  // namespace dala::ml::cpu
