#include <algorithm>
#include <array>

#include "ml/ops/families.hpp"
#include "ml/ops/operator.hpp"

namespace dala::ml {

namespace {

// Elements of a tensor: far above what any machine holds, and low enough that sums and products of
// a few sizes do not overflow.
constexpr std::int64_t most_elements = std::int64_t{1} << 36;

Result<void> check_length(std::size_t length, std::string_view what) {
  if (length <= longest_list) return {};
  return fail(ErrorCode::unsupported, "its {} are {} numbers; {} are the most", what, length,
              longest_list);
}

}  // namespace

std::optional<Domain> domain_of(std::string_view name) {
  if (name.empty() || name == "ai.onnx") return Domain::onnx;
  if (name == "com.microsoft") return Domain::microsoft;
  return std::nullopt;
}

std::span<const std::span<const Operator>> operator_families() {
  static const std::array families{arithmetic_operators(),
                                   activation_operators(),
                                   shape_operators(),
                                   movement_operators(),
                                   convolution_operators(),
                                   pool_operators(),
                                   pad_operators(),
                                   reduction_operators(),
                                   matrix_operators(),
                                   resize_operators(),
                                   normalization_operators(),
                                   arrangement_operators(),
                                   quantization_operators(),
                                   quantized_convolution_operators(),
                                   quantized_element_operators(),
                                   quantized_matrix_operators(),
                                   block_weight_operators()};
  return families;
}

const Operator* find_operator(std::string_view name) {
  for (const auto family : operator_families())
    if (const auto found = std::ranges::find(family, name, &Operator::name); found != family.end())
      return &*found;
  return nullptr;
}

Result<std::vector<TensorView>> infer(const Graph& graph, const Node& node) {
  const Operator* op = find_operator(node.op);
  if (op == nullptr) return fail(ErrorCode::unsupported, "there is no operator {}", node.op);
  if (node.inputs.size() < op->min_inputs || node.inputs.size() > op->max_inputs)
    return fail(ErrorCode::bad_file, "it has {} inputs", node.inputs.size());
  if (node.outputs.empty() || node.outputs.size() > op->max_outputs)
    return fail(ErrorCode::bad_file, "it has {} outputs", node.outputs.size());
  const std::size_t needed = op->max_inputs == any_number ? node.inputs.size() : op->min_inputs;
  for (std::size_t i = 0; i < needed; ++i)
    if (node.inputs[i] == no_value && (i >= 32 || (op->optional >> i & 1U) == 0))
      return fail(ErrorCode::bad_file, "its input {} is missing", i);
  Inference inference(graph, node);
  DALA_TRY(op->infer(inference));
  if (inference.outputs.size() < node.outputs.size())
    return fail(ErrorCode::unsupported, "its output {} is not computed here",
                inference.outputs.size());
  for (const TensorView& output : inference.outputs) {
    DALA_TRY(output.shape.validate(output.dtype));
    for (const std::int64_t dim : output.shape.dims())
      if (dim > most_elements || output.shape.elements() > most_elements)
        return fail(ErrorCode::invalid_shape, "its output would be {}", to_string(output.shape));
  }
  return std::move(inference.outputs);
}

Result<std::vector<std::int64_t>> Inference::integers(std::size_t input,
                                                      std::string_view what) const {
  const TensorView* known = constant(input);
  if (known == nullptr)
    return fail(ErrorCode::unsupported, "its {} are known only when the model runs", what);
  if (is_float(known->dtype)) return fail(ErrorCode::bad_file, "its {} are no integers", what);
  DALA_TRY(check_length(known->elements(), what));
  return integers_of(*known);
}

Result<std::vector<std::int64_t>> Inference::integers(std::size_t input, std::string_view what,
                                                      int since) const {
  if (opset < since) {
    DALA_TRY(check_length(node.attributes.list(what).size(), what));
    return node.attributes.integers(what);
  }
  if (!has(input)) return std::vector<std::int64_t>{};
  return integers(input, what);
}

Result<void> check_float(const Inference& inference) {
  for (std::size_t i = 0; i < inference.node.inputs.size(); ++i)
    if (inference.has(i) && inference.dtype(i) != DType::f32)
      return fail(ErrorCode::unsupported, "it is for f32, and its input {} is {}", i,
                  to_string(inference.dtype(i)));
  return {};
}

Result<std::size_t> axis_of(std::int64_t axis, std::size_t rank) {
  const auto size = static_cast<std::int64_t>(rank);
  if (axis < -size || axis >= size)
    return fail(ErrorCode::bad_file, "there is no axis {} in {} dimensions", axis, rank);
  return static_cast<std::size_t>(axis < 0 ? axis + size : axis);
}

Result<std::vector<std::size_t>> axes_of(std::span<const std::int64_t> axes, std::size_t rank) {
  std::vector<std::size_t> found;
  if (axes.size() > rank)
    return fail(ErrorCode::bad_file, "it names {} axes of {}", axes.size(), rank);
  for (const std::int64_t axis : axes) {
    DALA_ASSIGN(const std::size_t index, axis_of(axis, rank));
    if (std::ranges::find(found, index) != found.end())
      return fail(ErrorCode::bad_file, "axis {} is named twice", axis);
    found.push_back(index);
  }
  std::ranges::sort(found);
  return found;
}

}  // namespace dala::ml
