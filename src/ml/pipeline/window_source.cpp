// Pools.
#include "ml/ops/window.hpp"
#include "ml/pipeline/node_source.hpp"

namespace dala::ml {

namespace {

Result<std::optional<NodeSource>> pool_source(const Graph& graph, const Node& node, bool largest) {
  DALA_ASSIGN(const Window w, window_of(node, graph[node.inputs[0]].shape,
                                        node.attributes.integers("kernel_shape")));
  const bool count_padding = node.attributes.integer("count_include_pad", 0) != 0;
  const std::string take = largest ? "sum = max(sum, input[at]);" : "sum += input[at];";
  // Padding counts where it is asked for; what lies behind it never does.
  const std::string counted =
      count_padding
          ? format("row < {} && column < {}", w.in[0] + w.pad_after[0], w.in[1] + w.pad_after[1])
          : "inside";
  return NodeSource{
      .text = format(
          "fn pool(input: Tensor<f32>, output: &mut Tensor<f32>) {{\nlet i = ABSOLUTE_POS;\nlet x "
          "= i % {0} * {1} - {2};\nlet y = i / {0} % {3} * {4} - {5};\nlet plane = i / {6} * {7};\n"
          "let mut sum = {8};\nlet mut seen = 0;\nfor ky in 0..{9} {{\nlet row = y + ky * {10};\n"
          "for kx in 0..{11} {{\nlet column = x + kx * {12};\nlet inside = row >= 0 && row < {13} "
          "&& column >= 0 && column < {14};\nlet at = plane + row * {14} + column;\nif inside {{ "
          "{15} }}\nif {16} {{ seen += 1; }}\n}}\n}}\noutput[i] = {17};\n}}\n",
          w.out[1], w.stride[1], w.pad_before[1], w.out[0], w.stride[0], w.pad_before[0],
          w.out[0] * w.out[1], w.in[0] * w.in[1], largest ? number(-3.4e38F) : "0.0", w.kernel[0],
          w.dilation[0], w.kernel[1], w.dilation[1], w.in[0], w.in[1], take, counted,
          largest ? "sum" : "if seen > 0 { sum / (seen as f32) } else { 0.0 }"),
      .inputs = {node.inputs[0]},
      .name = "pool"};
}

// Some units share out a plane, and the first of them puts their parts together. A cube has several
// planes, because small ones are slow to begin.
NodeSource global_source(const Graph& graph, const Node& node, bool largest) {
  constexpr std::int64_t units = 8;
  constexpr std::int64_t in_cube = 128;
  const Shape& in = graph[node.inputs[0]].shape;
  const std::int64_t planes = in[0] * in[1];
  const std::int64_t area = in.elements() / planes;
  const auto with = [&](const std::string& value) {
    return largest ? format("sum = max(sum, {});", value) : format("sum += {};", value);
  };
  return {
      .text = format(
          "#[cube({0})]\n#[over(grid)]\nfn whole(input: Tensor<f32>, grid: Tensor<u8>, output: "
          "&mut Tensor<f32>) {{\nshared part: [f32; {0}];\nlet plane = ABSOLUTE_POS / {1};\nlet "
          "own = UNIT_POS % {1};\nlet first = plane * {2};\nlet mut sum = 0.0;\nif plane < {3} "
          "{{\n{4}for k in 0..{5} {{\nlet at = k * {1} + own;\nif at < {2} {{ {6} "
          "}}\n}}\n}}\npart[UNIT_POS] = sum;\nsync_cube();\nif own == 0 && plane < {3} {{\n"
          "for k in 1..{1} {{ {7} }}\noutput[plane] = sum{8};\n}}\n}}\n",
          in_cube, units, area, planes, largest ? "sum = input[first];\n" : "",
          (area + units - 1) / units, with("input[first + at]"), with("part[UNIT_POS + k]"),
          largest ? "" : format(" / {}.0", area)),
      .inputs = {node.inputs[0]},
      .grid = static_cast<std::size_t>(((planes * units) + in_cube - 1) / in_cube * in_cube),
      .name = "plane by plane"};
}

}  // namespace

Result<std::optional<NodeSource>> window_source(const Graph& graph, const Node& node) {
  if (!are_f32(graph, node)) return std::nullopt;
  if (node.op == "MaxPool" || node.op == "AveragePool")
    return pool_source(graph, node, node.op == "MaxPool");
  if (node.op == "GlobalAveragePool" || node.op == "GlobalMaxPool")
    return global_source(graph, node, node.op == "GlobalMaxPool");
  return std::nullopt;
}

}  // namespace dala::ml
