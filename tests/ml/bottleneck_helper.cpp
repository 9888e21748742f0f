#include "ml/bottleneck_helper.hpp"

#include "ml/pipeline_helper.hpp"

namespace dala::ml::test {

namespace {

ValueId add_node(Graph& graph, const char* op, std::vector<ValueId> inputs) {
  graph.nodes.push_back({.op = op, .inputs = std::move(inputs), .outputs = {graph.add_value("")}});
  return graph.nodes.back().outputs[0];
}

ValueId add_convolution(Graph& graph, ValueId from, const Shape& weights, std::int64_t group,
                        std::mt19937& random) {
  const ValueId numbers = add_constant(graph, weights, random);
  const ValueId bias = add_constant(graph, Shape({weights[0]}), random);
  const ValueId made = add_node(graph, "Conv", {from, numbers, bias});
  graph.nodes.back().attributes.set("group", group);
  return made;
}

ValueId add_depthwise(Graph& graph, ValueId from, const BottleneckShape& of, std::mt19937& random) {
  const ValueId made =
      add_convolution(graph, from, {of.middle, 1, of.kernel, of.kernel}, of.middle, random);
  const std::int64_t margin = of.kernel / 2 * of.dilation;
  Attributes& window = graph.nodes.back().attributes;
  window.set("strides", std::vector{of.stride, of.stride});
  window.set("dilations", std::vector{of.dilation, of.dilation});
  window.set("pads", std::vector{margin, margin, margin, margin});
  return add_node(graph, "Relu", {made});
}

ValueId add_project(Graph& graph, ValueId from, const BottleneckShape& of, std::mt19937& random) {
  return add_convolution(graph, from, {of.outputs, of.middle, 1, 1}, 1, random);
}

Graph empty_graph(const Shape& in) {
  Graph graph;
  graph.opset = 13;
  graph.inputs.push_back({graph.add_value("x"), {in.dims().begin(), in.dims().end()}});
  return graph;
}

}  // namespace

ValueId add_bottleneck(Graph& graph, ValueId from, const BottleneckShape& of,
                       std::mt19937& random) {
  ValueId value = add_convolution(graph, from, {of.middle, of.in[1], 1, 1}, 1, random);
  value = add_depthwise(graph, add_node(graph, "Relu", {value}), of, random);
  value = add_project(graph, value, of, random);
  return of.adds ? add_node(graph, "Add", {value, from}) : value;
}

Graph bottleneck_graph(const BottleneckShape& of, std::mt19937& random) {
  Graph graph = empty_graph(of.in);
  const ValueId value = add_bottleneck(graph, graph.inputs[0].value, of, random);
  graph.outputs.push_back({value, {}});
  return graph;
}

Graph mobilenet_v2(std::mt19937& random) {
  Graph graph = empty_graph({-1, 3, 224, 224});
  ValueId value = add_convolution(graph, graph.inputs[0].value, {32, 3, 3, 3}, 1, random);
  graph.nodes.back().attributes.set("strides", std::vector<std::int64_t>{2, 2});
  graph.nodes.back().attributes.set("pads", std::vector<std::int64_t>{1, 1, 1, 1});
  value = add_node(graph, "Relu", {value});
  const BottleneckShape first{.in = {}, .middle = 32, .outputs = 16};
  value = add_project(graph, add_depthwise(graph, value, first, random), first, random);
  struct Blocks {
    std::int64_t outputs;
    int count;
    std::int64_t stride;  // of the first
  };
  std::int64_t channels = first.outputs;
  for (const Blocks& blocks : {Blocks{24, 2, 2}, Blocks{32, 3, 2}, Blocks{64, 4, 2},
                               Blocks{96, 3, 1}, Blocks{160, 3, 2}, Blocks{320, 1, 1}})
    for (int i = 0; i < blocks.count; ++i) {
      value = add_bottleneck(graph, value,
                             {.in = {1, channels, 1, 1},
                              .middle = 6 * channels,
                              .outputs = blocks.outputs,
                              .stride = i == 0 ? blocks.stride : 1,
                              .adds = i > 0},
                             random);
      channels = blocks.outputs;
    }
  value = add_node(graph, "Relu", {add_convolution(graph, value, {1280, 320, 1, 1}, 1, random)});
  value = add_node(graph, "Flatten", {add_node(graph, "GlobalAveragePool", {value})});
  const ValueId numbers = add_constant(graph, {1000, 1280}, random);
  const ValueId bias = add_constant(graph, Shape({1000}), random);
  value = add_node(graph, "Gemm", {value, numbers, bias});
  graph.nodes.back().attributes.set("transB", std::int64_t{1});
  graph.outputs.push_back({value, {}});
  return graph;
}

}  // namespace dala::ml::test
