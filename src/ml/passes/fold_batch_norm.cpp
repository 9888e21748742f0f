#include <algorithm>
#include <cmath>

#include "ml/passes/passes.hpp"
#include "ml/passes/uses.hpp"

namespace dala::ml {

namespace {

bool are_constant(const Graph& graph, const Node& node, std::size_t first) {
  return std::ranges::all_of(std::span(node.inputs).subspan(first),
                             [&](ValueId id) { return id == no_value || graph.is_constant(id); });
}

Result<ValueId> add_constant(Graph& graph, const std::string& name, Tensor tensor) {
  const ValueId id = graph.add_value(name);
  graph[id].shape = tensor.view.shape;
  graph[id].constant = std::move(tensor);
  return id;
}

Result<void> fold(Graph& graph, Node& conv, Node& norm) {
  const auto numbers = [&](std::size_t input) {
    return graph[norm.inputs[input]].constant->view.values<float>();
  };
  const TensorView weights = graph[conv.inputs[1]].constant->view;
  const auto channels = static_cast<std::size_t>(weights.shape[0]);
  const float epsilon = norm.attributes.number("epsilon", 1e-5F);
  DALA_ASSIGN(Tensor scaled, Tensor::make(DType::f32, weights.shape, graph.memory));
  DALA_ASSIGN(Tensor bias, Tensor::make(DType::f32, Shape({weights.shape[0]}), graph.memory));
  const bool has_bias = conv.inputs.size() > 2 && conv.inputs[2] != no_value;
  const std::size_t each = weights.elements() / channels;
  for (std::size_t c = 0; c < channels; ++c) {
    const float factor = numbers(1)[c] / std::sqrt(numbers(4)[c] + epsilon);
    for (std::size_t i = c * each; i < (c + 1) * each; ++i)
      scaled.view.values<float>()[i] = weights.values<float>()[i] * factor;
    const float before = has_bias ? graph[conv.inputs[2]].constant->view.values<float>()[c] : 0.0F;
    bias.view.values<float>()[c] = (before - numbers(3)[c]) * factor + numbers(2)[c];
  }
  conv.inputs.resize(3);
  DALA_ASSIGN(conv.inputs[1], add_constant(graph, conv.name + ".weights", std::move(scaled)));
  DALA_ASSIGN(conv.inputs[2], add_constant(graph, conv.name + ".bias", std::move(bias)));
  conv.outputs[0] = norm.outputs[0];
  norm.op.clear();
  return {};
}

}  // namespace

Result<void> fold_batch_norm(Graph& graph) {
  const Uses uses(graph);
  for (Node& conv : graph.nodes) {
    if (conv.op != "Conv" || !are_constant(graph, conv, 1)) continue;
    const std::size_t reader = uses.only_reader(conv.outputs[0]);
    if (reader == nobody) continue;
    Node& norm = graph.nodes[reader];
    if (norm.op == "BatchNormalization" && norm.inputs[0] == conv.outputs[0] &&
        are_constant(graph, norm, 1) && graph[conv.inputs[1]].constant->view.elements() > 0)
      DALA_TRY(fold(graph, conv, norm));
  }
  drop_marked(graph);
  return {};
}

}  // namespace dala::ml
