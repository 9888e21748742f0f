#include "ml/graph/activation.hpp"

#include <limits>

namespace dala::ml {

namespace {

constexpr float unbounded = std::numeric_limits<float>::max();

std::optional<Activation> clip_of(const Graph& graph, const Node& node) {
  Activation clip{ActivationKind::clip, -unbounded, unbounded};
  if (graph.opset < 11) {
    clip.a = node.attributes.number("min", -unbounded);
    clip.b = node.attributes.number("max", unbounded);
    return clip;
  }
  for (std::size_t i = 1; i < node.inputs.size(); ++i) {
    if (node.inputs[i] == no_value) continue;
    if (!graph.is_constant(node.inputs[i])) return {};
    (i == 1 ? clip.a : clip.b) = graph[node.inputs[i]].constant->view.values<float>()[0];
  }
  return clip;
}

}  // namespace

std::optional<Activation> activation_of(const Graph& graph, const Node& node) {
  if (node.inputs.empty() || graph[node.outputs[0]].dtype != DType::f32) return {};
  const Attributes& given = node.attributes;
  if (node.op == "Relu")
    return Activation{ActivationKind::clip, 0, std::numeric_limits<float>::infinity()};
  if (node.op == "Clip") return clip_of(graph, node);
  if (node.op == "LeakyRelu")
    return Activation{ActivationKind::leaky, given.number("alpha", 0.01F)};
  if (node.op == "Sigmoid") return Activation{ActivationKind::sigmoid};
  if (node.op == "Silu") return Activation{ActivationKind::silu};
  if (node.op == "HardSigmoid")
    return Activation{ActivationKind::hard_sigmoid, given.number("alpha", 0.2F),
                      given.number("beta", 0.5F)};
  if (node.op == "HardSwish") return Activation{ActivationKind::hard_swish};
  if (node.op == "Tanh") return Activation{ActivationKind::tanh};
  return {};
}

Epilogue epilogue_of(const Graph& graph, const Node& node) {
  Epilogue epilogue;
  bool added = false;
  for (const Node& fused : node.fused) {
    if (fused.op == "Add")
      added = true;
    else if (const auto activation = activation_of(graph, fused))
      (added ? epilogue.after : epilogue.before) = *activation;
  }
  return epilogue;
}

}  // namespace dala::ml
