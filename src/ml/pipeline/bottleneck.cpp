#include "ml/pipeline/bottleneck.hpp"

#include <unordered_set>

#include "ml/passes/uses.hpp"
#include "ml/pipeline/node_source.hpp"

namespace dala::ml {

namespace {

bool is_convolution(const Graph& graph, const Node& node) {
  return node.op == "FusedConv" && are_f32(graph, node) && graph.is_constant(node.inputs[1]) &&
         graph[node.inputs[0]].shape.rank() == 4;
}

bool adds(const Node& node) { return node.inputs.size() > 3 && node.inputs[3] != no_value; }

bool is_pointwise(const Graph& graph, const Node& node) {
  if (!is_convolution(graph, node) || node.attributes.integer("group", 1) != 1) return false;
  const Shape& in = graph[node.inputs[0]].shape;
  const Shape& out = graph[node.outputs[0]].shape;
  const Shape& weights = graph[node.inputs[1]].shape;
  // Steps of one and no margins: as many pixels as before.
  return weights[2] == 1 && weights[3] == 1 && in[2] == out[2] && in[3] == out[3];
}

bool is_depthwise(const Graph& graph, const Node& node) {
  return is_convolution(graph, node) && !adds(node) && graph[node.inputs[1]].shape[1] == 1 &&
         node.attributes.integer("group", 1) == graph[node.inputs[1]].shape[0] &&
         graph[node.inputs[0]].shape[1] == graph[node.inputs[1]].shape[0];
}

}  // namespace

std::vector<Bottleneck> find_bottlenecks(const Graph& graph) {
  const Uses uses(graph);
  std::vector<Bottleneck> found;
  std::unordered_set<const Node*> ends;
  for (const Node& node : graph.nodes) {
    if (!is_depthwise(graph, node)) continue;
    const std::size_t reader = uses.only_reader(node.outputs[0]);
    if (reader == nobody || !is_pointwise(graph, graph.nodes[reader]) ||
        graph.nodes[reader].inputs[0] != node.outputs[0] ||
        (adds(graph.nodes[reader]) && graph.nodes[reader].inputs[3] == node.outputs[0]))
      continue;
    const std::size_t maker = uses.maker(node.inputs[0]);
    if (maker == nobody || uses.only_reader(node.inputs[0]) == nobody ||
        !is_pointwise(graph, graph.nodes[maker]) || adds(graph.nodes[maker]))
      continue;
    const Bottleneck one{&graph.nodes[maker], &node, &graph.nodes[reader]};
    if (ends.contains(one.expand)) continue;
    ends.insert(one.project);
    found.push_back(one);
  }
  return found;
}

}  // namespace dala::ml
