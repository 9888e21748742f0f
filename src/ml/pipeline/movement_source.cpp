// Operators that move elements: an output knows where it comes from.
#include <algorithm>

#include "ml/ops/movement.hpp"
#include "ml/pipeline/coordinates.hpp"
#include "ml/pipeline/node_source.hpp"

namespace dala::ml {

namespace {

constexpr std::size_t most_inputs = 12;  // a kernel takes 16 tensors

NodeSource gather(const Graph& graph, const Node& node, const Shape& out,
                  const std::string& value) {
  return {.text = format("fn moved(input: Tensor<{0}>, output: &mut Tensor<{0}>) {{\nlet i = "
                         "ABSOLUTE_POS;\n{1}output[i] = {2};\n}}\n",
                         to_string(graph[node.inputs[0]].dtype), coordinates(out), value),
          .inputs = {node.inputs[0]},
          .name = "moved"};
}

NodeSource gather(const Graph& graph, const Node& node, const Cut& cut) {
  return gather(graph, node, cut.shape,
                format("input[{}]", position(cut.shape.rank(), cut.strides, cut.offset)));
}

Result<std::optional<NodeSource>> transpose_source(const Graph& graph, const Node& node) {
  const Shape& in = graph[node.inputs[0]].shape;
  std::vector<std::int64_t> order = node.attributes.integers("perm");
  if (order.empty())
    for (std::size_t i = in.rank(); i-- > 0;) order.push_back(static_cast<std::int64_t>(i));
  const Strides own = strides_of(in);
  Cut cut{.shape = graph[node.outputs[0]].shape};
  for (std::size_t i = 0; i < order.size(); ++i) {
    DALA_ASSIGN(const std::size_t axis, axis_of(order[i], in.rank()));
    cut.strides[i] = own[axis];
  }
  return gather(graph, node, cut);
}

Result<std::optional<NodeSource>> slice_source(const Graph& graph, const Node& node) {
  std::vector<const TensorView*> inputs{nullptr};
  for (std::size_t i = 1; i < node.inputs.size(); ++i) {
    const ValueId id = node.inputs[i];
    if (id != no_value && !graph.is_constant(id)) return std::nullopt;
    inputs.push_back(id == no_value ? nullptr : &graph[id].constant->view);
  }
  DALA_ASSIGN(const Cut cut, slice_of(node, graph.opset, graph[node.inputs[0]].shape, inputs));
  return gather(graph, node, cut);
}

// Indices that are known; where one does not exist the host says so.
Result<std::optional<NodeSource>> gather_source(const Graph& graph, const Node& node) {
  if (!graph.is_constant(node.inputs[1])) return std::nullopt;
  const Shape& in = graph[node.inputs[0]].shape;
  DALA_ASSIGN(const std::size_t axis, axis_of(node.attributes.integer("axis", 0), in.rank()));
  const std::vector<std::int64_t> given = integers_of(graph[node.inputs[1]].constant->view);
  const auto count = static_cast<std::int64_t>(given.size());
  DALA_ASSIGN(Tensor rows, Tensor::make(DType::s32, Shape({count})));
  for (std::size_t i = 0; i < given.size(); ++i) {
    const std::int64_t row = given[i] < 0 ? given[i] + in[axis] : given[i];
    if (row < 0 || row >= in[axis]) return std::nullopt;
    rows.view.values<std::int32_t>()[i] = static_cast<std::int32_t>(row);
  }
  const std::int64_t after = strides_of(in)[axis];
  return NodeSource{
      .text = format("fn chosen(input: Tensor<{0}>, row: Tensor<s32>, output: &mut Tensor<{0}>) "
                     "{{\nlet i = ABSOLUTE_POS;\nlet at = row[i / {1} % {2}];\noutput[i] = "
                     "input[(i / {3} * {4} + at) * {1} + i % {1}];\n}}\n",
                     to_string(graph[node.inputs[0]].dtype), after, count, after * count, in[axis]),
      .inputs = {node.inputs[0], std::move(rows)},
      .name = "chosen"};
}

Result<std::optional<NodeSource>> concat_source(const Graph& graph, const Node& node) {
  if (node.inputs.size() > most_inputs) return std::nullopt;
  const Shape& out = graph[node.outputs[0]].shape;
  const std::string_view type = to_string(graph[node.outputs[0]].dtype);
  DALA_ASSIGN(const std::size_t axis, axis_of(node.attributes.integer("axis", 1), out.rank()));
  const std::int64_t after = strides_of(out)[axis];
  std::string parameters;
  std::string value;
  std::int64_t end = out[axis];
  for (std::size_t k = node.inputs.size(); k-- > 0;) {
    const std::int64_t along = graph[node.inputs[k]].shape[axis];
    end -= along;
    parameters.insert(0, format("x{}: Tensor<{}>, ", k, type));
    const std::string load =
        format("x{}[(before * {} + at - {}) * {} + rest]", k, along, end, after);
    value = k + 1 == node.inputs.size()
                ? load
                : format("if at < {} {{ {} }} else {{ {} }}", end + along, load, value);
  }
  NodeSource made{
      .text = format("fn joined({}output: &mut Tensor<{}>) {{\nlet i = ABSOLUTE_POS;\n"
                     "let rest = i % {};\nlet at = i / {} % {};\nlet before = i / {};\n"
                     "output[i] = {};\n}}\n",
                     parameters, type, after, after, out[axis], after * out[axis], value),
      .name = "joined"};
  for (const ValueId id : node.inputs) made.inputs.emplace_back(id);
  return made;
}

// What lies outside is a number, the nearest element, or what a mirror at the edge shows.
Result<std::optional<NodeSource>> pad_source(const Graph& graph, const Node& node) {
  const std::string mode = node.attributes.text("mode", "constant");
  const Shape& in = graph[node.inputs[0]].shape;
  if (graph[node.inputs[0]].dtype != DType::f32) return std::nullopt;
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
  std::string at = "0";
  for (std::size_t axis = 0; axis < in.rank(); ++axis) {
    const std::string place = format("(d{} - ({}))", axis, pads[axis]);
    const std::int64_t last = in[axis] - 1;
    if (mode == "constant") inside += format(" && {0} >= 0 && {0} <= {1}", place, last);
    const std::string moved = mode == "edge" ? format("clamp({}, 0, {})", place, last)
                              : mode == "reflect"
                                  ? format("({0} - abs({0} - abs({1})))", last, place)
                                  : place;
    at += format(" + {} * {}", moved, strides[axis]);
  }
  return gather(graph, node, graph[node.outputs[0]].shape,
                format("if {} {{ input[{}] }} else {{ {} }}", inside, at, number(value)));
}

NodeSource tile_source(const Graph& graph, const Node& node) {
  const Shape& in = graph[node.inputs[0]].shape;
  const Strides strides = strides_of(in);
  std::string at = "0";
  for (std::size_t axis = 0; axis < in.rank(); ++axis)
    at += format(" + d{} % {} * {}", axis, in[axis], strides[axis]);
  return gather(graph, node, graph[node.outputs[0]].shape, format("input[{}]", at));
}

}  // namespace

Result<NodeSource> split_source(const Graph& graph, const Node& node, std::size_t output) {
  const Shape& in = graph[node.inputs[0]].shape;
  DALA_ASSIGN(const std::size_t axis, axis_of(node.attributes.integer("axis", 0), in.rank()));
  const Strides strides = strides_of(in);
  std::int64_t before = 0;
  for (std::size_t k = 0; k < output; ++k) before += graph[node.outputs[k]].shape[axis];
  return gather(graph, node, {graph[node.outputs[output]].shape, strides, before * strides[axis]});
}

Result<std::optional<NodeSource>> movement_source(const Graph& graph, const Node& node) {
  if (node.outputs.size() != 1 || !is_for_kernels(graph[node.outputs[0]].dtype))
    return std::nullopt;
  if (node.op == "Transpose") return transpose_source(graph, node);
  if (node.op == "Slice") return slice_source(graph, node);
  if (node.op == "Gather") return gather_source(graph, node);
  if (node.op == "Concat") return concat_source(graph, node);
  if (node.op == "Pad") return pad_source(graph, node);
  if (node.op == "Tile") return tile_source(graph, node);
  const Shape& in = graph[node.inputs[0]].shape;
  if (node.op == "DepthToSpace" || node.op == "SpaceToDepth")
    return gather(graph, node, blocks_of(node, in));
  if (node.op == "Expand") {
    const Shape& out = graph[node.outputs[0]].shape;
    return gather(graph, node, {out, broadcast_strides(in, out), 0});
  }
  return std::nullopt;
}

}  // namespace dala::ml
