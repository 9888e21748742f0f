// Operators that move elements: an output knows where it comes from.
#include <algorithm>

#include "ml/ops/operator.hpp"
#include "ml/pipeline/coordinates.hpp"
#include "ml/pipeline/kernel_text.hpp"

namespace dala::ml {

namespace {

constexpr std::size_t most_inputs = 12;  // a kernel takes 16 tensors

KernelText gather(const Node& node, const Shape& out, const std::string& value) {
  return {.text = format("fn moved(input: Tensor<f32>, output: &mut Tensor<f32>) {{\nlet i = "
                         "ABSOLUTE_POS;\n{}output[i] = {};\n}}\n",
                         coordinates(out), value),
          .inputs = {node.inputs[0]},
          .name = "moved"};
}

Result<std::optional<KernelText>> transpose_text(const Graph& graph, const Node& node) {
  const Shape& in = graph[node.inputs[0]].shape;
  std::vector<std::int64_t> order = node.attributes.integers("perm");
  if (order.empty())
    for (std::size_t i = in.rank(); i-- > 0;) order.push_back(static_cast<std::int64_t>(i));
  const Strides own = strides_of(in);
  Strides strides{};
  for (std::size_t i = 0; i < order.size(); ++i) {
    DALA_ASSIGN(const std::size_t axis, axis_of(order[i], in.rank()));
    strides[i] = own[axis];
  }
  return gather(node, graph[node.outputs[0]].shape,
                format("input[{}]", position(in.rank(), strides)));
}

Result<std::optional<KernelText>> concat_text(const Graph& graph, const Node& node) {
  if (node.inputs.size() > most_inputs) return std::nullopt;
  const Shape& out = graph[node.outputs[0]].shape;
  DALA_ASSIGN(const std::size_t axis, axis_of(node.attributes.integer("axis", 1), out.rank()));
  const std::int64_t after = strides_of(out)[axis];
  std::string parameters;
  std::string value = "0.0";
  std::int64_t end = out[axis];
  for (std::size_t k = node.inputs.size(); k-- > 0;) {
    const std::int64_t along = graph[node.inputs[k]].shape[axis];
    end -= along;
    parameters.insert(0, format("x{}: Tensor<f32>, ", k));
    const std::string load =
        format("x{}[(before * {} + at - {}) * {} + rest]", k, along, end, after);
    value = k + 1 == node.inputs.size()
                ? load
                : format("if at < {} {{ {} }} else {{ {} }}", end + along, load, value);
  }
  KernelText made{.text = format("fn joined({}output: &mut Tensor<f32>) {{\nlet i = ABSOLUTE_POS;\n"
                                 "let rest = i % {};\nlet at = i / {} % {};\nlet before = i / {};\n"
                                 "output[i] = {};\n}}\n",
                                 parameters, after, after, out[axis], after * out[axis], value),
                  .name = "joined"};
  for (const ValueId id : node.inputs) made.inputs.emplace_back(id);
  return made;
}

Result<std::optional<KernelText>> pad_text(const Graph& graph, const Node& node) {
  if (node.attributes.text("mode", "constant") != "constant") return std::nullopt;
  const Shape& in = graph[node.inputs[0]].shape;
  std::vector<std::int64_t> pads = node.attributes.integers("pads");
  float value = node.attributes.number("value", 0);
  if (graph.opset >= 11) {
    if (!graph.is_constant(node.inputs[1])) return std::nullopt;
    pads = integers_of(graph[node.inputs[1]].constant->view);
    value = 0;
    if (node.inputs.size() > 2 && node.inputs[2] != no_value) {
      if (!graph.is_constant(node.inputs[2])) return std::nullopt;
      value = floats_of(graph[node.inputs[2]].constant->view)[0];
    }
  }
  const Strides strides = strides_of(in);
  std::string inside = "true";
  std::int64_t offset = 0;
  for (std::size_t axis = 0; axis < in.rank(); ++axis) {
    offset -= pads[axis] * strides[axis];
    inside += format(" && d{0} >= {1} && d{0} < {2}", axis, pads[axis], pads[axis] + in[axis]);
  }
  return gather(node, graph[node.outputs[0]].shape,
                format("if {} {{ input[{}] }} else {{ {} }}", inside,
                       position(in.rank(), strides, offset), number(value)));
}

}  // namespace

Result<KernelText> split_text(const Graph& graph, const Node& node, std::size_t output) {
  const Shape& in = graph[node.inputs[0]].shape;
  DALA_ASSIGN(const std::size_t axis, axis_of(node.attributes.integer("axis", 0), in.rank()));
  const Strides strides = strides_of(in);
  std::int64_t before = 0;
  for (std::size_t k = 0; k < output; ++k) before += graph[node.outputs[k]].shape[axis];
  return gather(node, graph[node.outputs[output]].shape,
                format("input[{}]", position(in.rank(), strides, before * strides[axis])));
}

Result<std::optional<KernelText>> movement_text(const Graph& graph, const Node& node) {
  if (node.outputs.size() != 1 || graph[node.outputs[0]].dtype != DType::f32) return std::nullopt;
  if (node.op == "Transpose") return transpose_text(graph, node);
  if (node.op == "Concat") return concat_text(graph, node);
  if (node.op == "Pad") return pad_text(graph, node);
  if (node.op == "Expand") {
    const Shape& in = graph[node.inputs[0]].shape;
    const Shape& out = graph[node.outputs[0]].shape;
    return gather(node, out, format("input[{}]", position(out.rank(), broadcast_strides(in, out))));
  }
  return std::nullopt;
}

}  // namespace dala::ml
