// Resizing: where rows and columns come from is computed on the host, once.
#include "ml/ops/resize.hpp"
#include "ml/pipeline/node_source.hpp"

namespace dala::ml {

namespace {

struct Tables {
  Tensor index;
  Tensor weight;
};

Result<Tables> tables_of(const std::vector<Taps>& axis, std::size_t taps) {
  const Shape shape({static_cast<std::int64_t>(axis.size() * taps)});
  Tables tables;
  DALA_ASSIGN(tables.index, Tensor::make(DType::s32, shape));
  DALA_ASSIGN(tables.weight, Tensor::make(DType::f32, shape));
  for (std::size_t i = 0; i < axis.size(); ++i)
    for (std::size_t t = 0; t < taps; ++t) {
      tables.index.view.values<std::int32_t>()[i * taps + t] = axis[i].index[t];
      tables.weight.view.values<float>()[i * taps + t] = axis[i].weight[t];
    }
  return tables;
}

}  // namespace

Result<std::optional<NodeSource>> resize_source(const Graph& graph, const Node& node) {
  if (node.op != "Resize" && node.op != "Upsample") return std::nullopt;
  const TensorView type{DType::f32, graph[node.inputs[0]].shape, nullptr};
  std::vector<const TensorView*> inputs{&type};
  for (std::size_t i = 1; i < node.inputs.size(); ++i)
    inputs.push_back(graph.is_constant(node.inputs[i]) ? &graph[node.inputs[i]].constant->view
                                                       : nullptr);
  const Shape& in = type.shape;
  const Shape& out = graph[node.outputs[0]].shape;
  DALA_ASSIGN(const auto scales, resize_scales(node, graph.opset, inputs, out));
  DALA_ASSIGN(const ResizePlan plan, plan_resize(node, graph.opset, in, out, scales));
  DALA_ASSIGN(Tables rows, tables_of(plan.axes[0], plan.taps));
  DALA_ASSIGN(Tables columns, tables_of(plan.axes[1], plan.taps));
  const std::int64_t height = in[in.rank() - 2];
  const std::int64_t width = in[in.rank() - 1];
  return NodeSource{
      .text = format(
          "fn resized(input: Tensor<f32>, row: Tensor<s32>, row_weight: Tensor<f32>, column: "
          "Tensor<s32>, column_weight: Tensor<f32>, output: &mut Tensor<f32>) {{\nlet i = "
          "ABSOLUTE_POS;\nlet x = i % {0} * {4};\nlet y = i / {0} % {1} * {4};\nlet plane = i / "
          "{2} * {3};\nlet mut sum = 0.0;\nfor ty in 0..{4} {{\nlet mut across = 0.0;\nfor tx in "
          "0..{4} {{ across += input[plane + row[y + ty] * {5} + column[x + tx]] * "
          "column_weight[x + tx]; }}\nsum += across * row_weight[y + ty];\n}}\noutput[i] = sum;\n"
          "}}\n",
          out[out.rank() - 1], out[out.rank() - 2], out[out.rank() - 2] * out[out.rank() - 1],
          height * width, plan.taps, width),
      .inputs = {node.inputs[0], std::move(rows.index), std::move(rows.weight),
                 std::move(columns.index), std::move(columns.weight)},
      .name = "resized"};
}

}  // namespace dala::ml
