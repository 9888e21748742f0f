// Operators that go along axes: sums, extremes, where they are, and softmax.
#include <algorithm>
#include <array>

#include "ml/ops/reduction.hpp"
#include "ml/pipeline/coordinates.hpp"
#include "ml/pipeline/node_source.hpp"

namespace dala::ml {

namespace {

// Lines of at least this many elements are reduced by a whole cube, shorter ones by one invocation.
constexpr std::int64_t long_line = 256;
constexpr std::int64_t reduction_units = 64;

struct ReductionForm {
  std::string_view op;
  const char* start;
  const char* each;  // `sum` with the element `x`
  const char* join;  // two partial results `sum` and `x`
  const char* end;
};

constexpr std::array forms{
    ReductionForm{"ReduceSum", "0.0", "sum + x", "sum + x", "sum"},
    ReductionForm{"ReduceMean", "0.0", "sum + x", "sum + x", "sum / count"},
    ReductionForm{"ReduceMax", "input[first]", "max(sum, x)", "max(sum, x)", "sum"},
    ReductionForm{"ReduceMin", "input[first]", "min(sum, x)", "min(sum, x)", "sum"},
    ReductionForm{"ReduceProd", "1.0", "sum * x", "sum * x", "sum"},
    ReductionForm{"ReduceL2", "0.0", "sum + x * x", "sum + x", "sqrt(sum)"},
};

// The lines of elements that each become one number.
struct Lines {
  Shape kept;   // the input's shape with 1 for each reduced axis
  Shape along;  // and with 1 for each other axis
  Strides strides;
};

Result<std::optional<Lines>> lines_of(const Graph& graph, const Node& node) {
  const Shape& in = graph[node.inputs[0]].shape;
  const bool given = node.inputs.size() > 1 && node.inputs[1] != no_value;
  if (given && !graph.is_constant(node.inputs[1])) return std::nullopt;
  DALA_ASSIGN(const Axes axes,
              reduced_axes(node, graph.opset, in.rank(),
                           given ? &graph[node.inputs[1]].constant->view : nullptr));
  Lines lines{in, in, strides_of(in)};
  for (std::size_t i = 0; i < in.rank(); ++i) (axes[i] ? lines.kept : lines.along).set(i, 1);
  return lines;
}

// Combines the partial results of a cube's units, and gives each of them the whole.
std::string put_together(const std::string& join) {
  return format(
      "part[UNIT_POS] = sum;\nsync_cube();\nsum = part[0];\nfor k in 1..{} {{ let x = part[k]; sum "
      "= {}; }}\n",
      reduction_units, join);
}

Result<std::optional<NodeSource>> reduce_source(const Graph& graph, const Node& node,
                                                const ReductionForm& form) {
  DALA_ASSIGN(const auto lines, lines_of(graph, node));
  if (!lines) return std::nullopt;
  const std::size_t rank = lines->kept.rank();
  const std::int64_t count = lines->along.elements();
  const std::string first =
      format("{}let first = {};\n", coordinates(lines->kept), position(rank, lines->strides));
  const std::string take =
      format("{}let x = input[first + {}];\nsum = {};\n", coordinates(lines->along, "k", 'e'),
             position(rank, lines->strides, 0, 'e'), form.each);
  const std::string end = format("let count = {}.0;\noutput[i] = {};\n", count, form.end);
  if (count < long_line)
    return NodeSource{
        .text = format("fn reduced(input: Tensor<f32>, output: &mut Tensor<f32>) {{\nlet i = "
                       "ABSOLUTE_POS;\n{}let mut sum = {};\nfor k in 0..{} {{\n{}}}\n{}}}\n",
                       first, form.start, count, take, end),
        .inputs = {node.inputs[0]},
        .name = "line by line"};
  return NodeSource{
      .text = format("#[cube({0})]\n#[over(grid)]\nfn reduced(input: Tensor<f32>, grid: "
                     "Tensor<u8>, output: &mut Tensor<f32>) {{\nshared part: [f32; {0}];\nlet i = "
                     "CUBE_POS;\n{1}let mut sum = {2};\nfor turn in 0..{3} {{\nlet k = turn * {0} "
                     "+ UNIT_POS;\nif k < {4} {{\n{5}}}\n}}\n{6}if UNIT_POS > 0 {{ return; "
                     "}}\n{7}}}\n",
                     reduction_units, first, form.start,
                     (count + reduction_units - 1) / reduction_units, count, take,
                     put_together(form.join), end),
      .inputs = {node.inputs[0]},
      .grid = static_cast<std::size_t>(lines->kept.elements() * reduction_units),
      .name = "line by line, in parts"};
}

// Indices of extremes are s64, which kernels see as two words.
Result<std::optional<NodeSource>> place_source(const Graph& graph, const Node& node) {
  const Shape& in = graph[node.inputs[0]].shape;
  DALA_ASSIGN(const std::size_t axis, axis_of(node.attributes.integer("axis", 0), in.rank()));
  const bool last = node.attributes.integer("select_last_index", 0) != 0;
  const std::int64_t stride = strides_of(in)[axis];
  return NodeSource{
      .text = format("#[over(grid)]\nfn place(input: Tensor<f32>, grid: Tensor<u8>, output: &mut "
                     "Tensor<u32>) {{\nlet i = ABSOLUTE_POS;\nlet first = i / {0} * {1} + i % "
                     "{0};\nlet mut best = 0;\nlet mut most = input[first];\nfor k in 1..{2} "
                     "{{\nlet x = input[first + k * {0}];\nif x {3} most {{ best = k; most = x; "
                     "}}\n}}\noutput[i * 2] = best as u32;\noutput[i * 2 + 1] = 0u32;\n}}\n",
                     stride, stride * in[axis], in[axis],
                     format("{}{}", node.op == "ArgMax" ? ">" : "<", last ? "=" : "")),
      .inputs = {node.inputs[0]},
      .grid = static_cast<std::size_t>(in.elements() / in[axis]),
      .name = "line by line"};
}

Result<std::optional<NodeSource>> softmax_source(const Graph& graph, const Node& node) {
  const Shape& in = graph[node.inputs[0]].shape;
  const bool old = graph.opset < 13;
  DALA_ASSIGN(const std::size_t axis,
              axis_of(node.attributes.integer("axis", old ? 1 : -1), in.rank()));
  std::int64_t size = 1;
  std::int64_t stride = 1;
  for (std::size_t i = axis; i < in.rank(); ++i) (i == axis || old ? size : stride) *= in[i];
  const char* result =
      node.op == "Softmax" ? "exp(input[at] - most) / sum" : "input[at] - most - log(sum)";
  if (size < long_line)
    return NodeSource{
        .text = format("fn softmax(input: Tensor<f32>, output: &mut Tensor<f32>) {{\nlet at = "
                       "ABSOLUTE_POS;\nlet first = at / {0} * {0} + at % {1};\nlet mut most = "
                       "input[first];\nfor k in 1..{2} {{ most = max(most, input[first + k * "
                       "{1}]); }}\nlet mut sum = 0.0;\nfor k in 0..{2} {{ sum += exp(input[first + "
                       "k * {1}] - most); }}\noutput[at] = {3};\n}}\n",
                       size * stride, stride, size, result),
        .inputs = {node.inputs[0]},
        .name = "softmax"};
  const std::string each = format(
      "for turn in 0..{} {{\nlet k = turn * {} + UNIT_POS;\nlet at = first + k * {};\nif k < {} {{ "
      "{{}} }}\n}}\n",
      (size + reduction_units - 1) / reduction_units, reduction_units, stride, size);
  const auto loop = [&](std::string_view body) {
    std::string text = each;
    return text.replace(text.find("{}"), 2, body);
  };
  return NodeSource{
      .text =
          format("#[cube({0})]\n#[over(grid)]\nfn softmax(input: Tensor<f32>, grid: "
                 "Tensor<u8>, output: &mut Tensor<f32>) {{\nshared part: [f32; {0}];\nlet "
                 "first = CUBE_POS / {1} * {2} + CUBE_POS % {1};\nlet mut sum = "
                 "input[first];\n{3}{4}let most = sum;\nsync_cube();\nsum = 0.0;\n{5}{6}{7}}}\n",
                 reduction_units, stride, size * stride, loop("sum = max(sum, input[at]);"),
                 put_together("max(sum, x)"), loop("sum += exp(input[at] - most);"),
                 put_together("sum + x"), loop(format("output[at] = {};", result))),
      .inputs = {node.inputs[0]},
      .grid = static_cast<std::size_t>(in.elements() / size * reduction_units),
      .name = "softmax, in parts"};
}

}  // namespace

Result<std::optional<NodeSource>> reduction_source(const Graph& graph, const Node& node) {
  if (graph[node.inputs.empty() ? node.outputs[0] : node.inputs[0]].dtype != DType::f32)
    return std::nullopt;
  if (node.op == "ArgMax" || node.op == "ArgMin") return place_source(graph, node);
  if (node.op == "Softmax" || node.op == "LogSoftmax") return softmax_source(graph, node);
  const auto* form = std::ranges::find(forms, node.op, &ReductionForm::op);
  return form == forms.end() ? std::nullopt : reduce_source(graph, node, *form);
}

}  // namespace dala::ml
