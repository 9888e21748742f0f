// Normalisation to a mean and a standard deviation, by channel.
#include "ml/pipeline/node_source.hpp"

namespace dala::ml {

namespace {

constexpr std::int64_t normalization_units = 64;

NodeSource batch_source(const Graph& graph, const Node& node) {
  const Shape& in = graph[node.inputs[0]].shape;
  return {.text = format("fn normal(input: Tensor<f32>, scale: Tensor<f32>, shift: Tensor<f32>, "
                         "mean: Tensor<f32>, spread: Tensor<f32>, output: &mut Tensor<f32>) "
                         "{{\nlet i = ABSOLUTE_POS;\nlet c = i / {} % {};\nlet factor = scale[c] / "
                         "sqrt(spread[c] + {});\noutput[i] = input[i] * factor + (shift[c] - "
                         "mean[c] * factor);\n}}\n",
                         in.elements() / (in[0] * in[1]), in[1],
                         number(node.attributes.number("epsilon", 1e-5F))),
          .inputs = {node.inputs.begin(), node.inputs.end()},
          .name = "by channel"};
}

// A cube for each plane: it computes the plane's mean, then its variance, then the output.
NodeSource instance_source(const Graph& graph, const Node& node) {
  const Shape& in = graph[node.inputs[0]].shape;
  const std::int64_t area = in.elements() / (in[0] * in[1]);
  const auto loop = [&](const char* body) {
    return format(
        "for turn in 0..{} {{\nlet k = turn * {} + UNIT_POS;\nlet at = CUBE_POS * {} + k;\nif k < "
        "{} {{ {} }}\n}}\n",
        (area + normalization_units - 1) / normalization_units, normalization_units, area, area,
        body);
  };
  const std::string sum = format(
      "part[UNIT_POS] = sum;\nsync_cube();\nsum = 0.0;\nfor k in 0..{} {{ sum += part[k]; "
      "}}\nsync_cube();\n",
      normalization_units);
  return {.text = format("#[cube({0})]\n#[over(grid)]\nfn normal(input: Tensor<f32>, scale: "
                         "Tensor<f32>, shift: Tensor<f32>, grid: Tensor<u8>, output: &mut "
                         "Tensor<f32>) {{\nshared part: [f32; {0}];\nlet c = CUBE_POS % {1};\nlet "
                         "mut sum = 0.0;\n{2}{3}let mean = sum / {4}.0;\nsum = 0.0;\n{5}{3}let "
                         "factor = scale[c] / sqrt(sum / {4}.0 + {6});\n{7}}}\n",
                         normalization_units, in[1], loop("sum += input[at];"), sum, area,
                         loop("sum += (input[at] - mean) * (input[at] - mean);"),
                         number(node.attributes.number("epsilon", 1e-5F)),
                         loop("output[at] = (input[at] - mean) * factor + shift[c];")),
          .inputs = {node.inputs.begin(), node.inputs.end()},
          .grid = static_cast<std::size_t>(in[0] * in[1] * normalization_units),
          .name = "plane by plane"};
}

}  // namespace

Result<std::optional<NodeSource>> normalization_source(const Graph& graph, const Node& node) {
  if (!are_f32(graph, node) || node.outputs.size() != 1) return std::nullopt;
  if (node.op == "BatchNormalization") return batch_source(graph, node);
  if (node.op == "InstanceNormalization") return instance_source(graph, node);
  return std::nullopt;
}

}  // namespace dala::ml
