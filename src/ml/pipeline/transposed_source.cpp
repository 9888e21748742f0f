// Transposed convolutions: an invocation gathers what reaches its output.
#include "ml/ops/window.hpp"
#include "ml/pipeline/node_source.hpp"

namespace dala::ml {

Result<std::optional<NodeSource>> transposed_source(const Graph& graph, const Node& node) {
  if (node.op != "ConvTranspose" || !are_f32(graph, node) || !node.fused.empty())
    return std::nullopt;
  const Shape& in = graph[node.inputs[0]].shape;
  const Shape& weights = graph[node.inputs[1]].shape;
  DALA_ASSIGN(const Window w, transposed_window_of(node, in, weights.dims().subspan(2)));
  const std::int64_t group = node.attributes.integer("group", 1);
  const std::int64_t inputs = in[1] / group;
  const std::int64_t each = weights[1];
  const bool adds = node.inputs.size() > 2 && node.inputs[2] != no_value;
  // Which row, or column, of the input a tap brings here; none where the stride passes over it.
  const auto tap = [&](const char* at, const char* tap_name, std::size_t axis) {
    return format("{} + {} - {} * {}", at, w.pad_before[axis], tap_name, w.dilation[axis]);
  };
  NodeSource made{
      .text = format(
          "fn spread(input: Tensor<f32>, weights: Tensor<f32>, {0}output: &mut Tensor<f32>) "
          "{{\nlet "
          "i = ABSOLUTE_POS;\nlet x = i % {1};\nlet y = i / {1} % {2};\nlet o = i / {3} % "
          "{4};\nlet "
          "first = i / {5} * {6} + o / {7} * {8};\nlet mut sum = {9};\nfor c in 0..{8} {{\nlet "
          "plane = (first + c) * {10};\nlet filter = ((o / {7} * {8} + c) * {7} + o % {7}) * "
          "{11};\nfor ky in 0..{12} {{\nlet ty = {13};\nif ty >= 0 && ty % {14} == 0 && ty / {14} "
          "< "
          "{15} {{\nfor kx in 0..{16} {{\nlet tx = {17};\nif tx >= 0 && tx % {18} == 0 && tx / "
          "{18} "
          "< {19} {{ sum += input[plane + ty / {14} * {19} + tx / {18}] * weights[filter + ky * "
          "{16} + kx]; }}\n}}\n}}\n}}\n}}\noutput[i] = sum;\n}}\n",
          adds ? "bias: Tensor<f32>, " : "", w.out[1], w.out[0], w.out[0] * w.out[1], each * group,
          w.out[0] * w.out[1] * each * group, in[1], each, inputs, adds ? "bias[o]" : "0.0",
          w.in[0] * w.in[1], w.kernel[0] * w.kernel[1], w.kernel[0], tap("y", "ky", 0), w.stride[0],
          w.in[0], w.kernel[1], tap("x", "kx", 1), w.stride[1], w.in[1]),
      .inputs = {node.inputs[0], node.inputs[1]},
      .name = "transposed"};
  if (adds) made.inputs.emplace_back(node.inputs[2]);
  return made;
}

}  // namespace dala::ml
