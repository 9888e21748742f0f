#include "ml/pipeline/node_source.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ml/graph/activation.hpp"

namespace dala::ml {

Result<std::optional<NodeSource>> find_source(const Graph& graph, const Node& node,
                                              const Target& target) {
  const auto is_empty = [&](ValueId id) {
    return id != no_value && graph[id].shape.elements() == 0;
  };
  if (std::ranges::any_of(node.outputs, is_empty) ||
      is_empty(node.inputs.empty() ? no_value : node.inputs[0]))
    return std::nullopt;
#ifdef DALA_HAS_CUDA
  if (target.device.language == NativeLanguage::cuda) {
    DALA_ASSIGN(auto cuda, cuda_source(graph, node, target.precision));
    if (cuda) return cuda;
  }
#endif
  DALA_ASSIGN(auto convolution, convolution_source(graph, node, target.enough));
  if (convolution) return convolution;
  for (const auto family : {matrix_source, movement_source, window_source, resize_source,
                            reduction_source, normalization_source, transposed_source}) {
    DALA_ASSIGN(auto found, family(graph, node));
    if (found) return found;
  }
  return element_source(graph, node);
}

std::string number(float value) {
  if (std::isnan(value)) return "(0.0 / 0.0)";
  constexpr float most = std::numeric_limits<float>::max();
  const std::string text = format("{:.9e}", static_cast<double>(std::clamp(value, -most, most)));
  return value < 0 ? "(" + text + ")" : text;
}

std::string activated(const Activation& activation, const std::string& x) {
  constexpr float unbounded = std::numeric_limits<float>::max();
  const std::string a = number(activation.a);
  const std::string b = number(activation.b);
  switch (activation.kind) {
    case ActivationKind::identity:
      return x;
    case ActivationKind::clip:
      if (activation.b == unbounded) return format("max({}, {})", x, a);
      if (activation.a == -unbounded) return format("min({}, {})", x, b);
      return format("min(max({}, {}), {})", x, a, b);
    case ActivationKind::leaky:
      return format("select({0} < 0.0, {0} * {1}, {0})", x, a);
    case ActivationKind::sigmoid:
      return format("sigmoid({})", x);
    case ActivationKind::silu:
      return format("({0} * sigmoid({0}))", x);
    case ActivationKind::hard_sigmoid:
      return format("clamp({} * {} + {}, 0.0, 1.0)", x, a, b);
    case ActivationKind::hard_swish:
      return format("({0} * clamp({0} / 6.0 + 0.5, 0.0, 1.0))", x);
    case ActivationKind::tanh:
      return format("tanh({})", x);
  }
  std::unreachable();
}

bool are_f32(const Graph& graph, const Node& node) {
  const auto is_f32 = [&](ValueId id) { return id == no_value || graph[id].dtype == DType::f32; };
  return std::ranges::all_of(node.inputs, is_f32) && std::ranges::all_of(node.outputs, is_f32);
}

bool is_for_kernels(DType dtype) {
  return dtype == DType::f32 || dtype == DType::s32 || dtype == DType::u32 || dtype == DType::u8;
}

DType stored_as(DType dtype) { return size_of(dtype) == 8 ? DType::u32 : dtype; }

std::int64_t stored_elements(const Value& value) {
  return value.shape.elements() * (size_of(value.dtype) == 8 ? 2 : 1);
}

}  // namespace dala::ml
