#include "ml/bottleneck_helper.hpp"

#include "ml/pipeline_helper.hpp"

namespace dala::ml::test {

namespace {

ValueId add_convolution(Graph& graph, ValueId from, const Shape& weights, std::int64_t group,
                        std::mt19937& random) {
  Node conv{.op = "Conv", .inputs = {from}, .outputs = {graph.add_value("")}};
  conv.inputs.push_back(add_constant(graph, weights, random));
  conv.inputs.push_back(add_constant(graph, Shape({weights[0]}), random));
  conv.attributes.set("group", group);
  graph.nodes.push_back(conv);
  return conv.outputs[0];
}

ValueId add_relu(Graph& graph, ValueId from) {
  graph.nodes.push_back({.op = "Relu", .inputs = {from}, .outputs = {graph.add_value("")}});
  return graph.nodes.back().outputs[0];
}

}  // namespace

Graph bottleneck_graph(const BottleneckShape& of, std::mt19937& random) {
  Graph graph;
  graph.opset = 13;
  const ValueId x = graph.add_value("x");
  graph.inputs.push_back({x, {of.in.dims().begin(), of.in.dims().end()}});
  ValueId value = x;
  value = add_relu(graph, add_convolution(graph, value, {of.middle, of.in[1], 1, 1}, 1, random));
  value = add_convolution(graph, value, {of.middle, 1, of.kernel, of.kernel}, of.middle, random);
  const std::int64_t margin = of.kernel / 2 * of.dilation;
  Attributes& window = graph.nodes.back().attributes;
  window.set("strides", std::vector{of.stride, of.stride});
  window.set("dilations", std::vector{of.dilation, of.dilation});
  window.set("pads", std::vector{margin, margin, margin, margin});
  value = add_relu(graph, value);
  value = add_convolution(graph, value, {of.outputs, of.middle, 1, 1}, 1, random);
  if (of.adds) {
    graph.nodes.push_back({.op = "Add", .inputs = {value, x}, .outputs = {graph.add_value("sum")}});
    value = graph.nodes.back().outputs[0];
  }
  graph.outputs.push_back({value, {}});
  return graph;
}

}  // namespace dala::ml::test
