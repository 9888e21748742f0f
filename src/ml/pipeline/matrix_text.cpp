// Rows times a matrix that is known, and softmax.
#include "ml/ops/operator.hpp"
#include "ml/pipeline/kernel_text.hpp"

namespace dala::ml {

namespace {

// The matrix as {inputs, outputs}: neighbours load neighbours.
Result<Tensor> turned(const TensorView& matrix, bool turn) {
  if (!turn) {
    Tensor same{.view = matrix, .memory = {}};
    return same;
  }
  DALA_ASSIGN(Tensor result, Tensor::make(DType::f32, Shape({matrix.shape.elements()})));
  const auto rows = static_cast<std::size_t>(matrix.shape[0]);
  const auto columns = static_cast<std::size_t>(matrix.shape[1]);
  for (std::size_t r = 0; r < rows; ++r)
    for (std::size_t c = 0; c < columns; ++c)
      result.view.values<float>()[c * rows + r] = matrix.values<float>()[r * columns + c];
  return result;
}

bool is_plain_gemm(const Graph& graph, const Node& node) {
  const Attributes& given = node.attributes;
  if (given.integer("transA", 0) != 0 || given.number("alpha", 1) != 1 ||
      given.number("beta", 1) != 1)
    return false;
  if (node.inputs.size() < 3 || node.inputs[2] == no_value) return true;
  const Shape& bias = graph[node.inputs[2]].shape;
  const std::int64_t columns = graph[node.outputs[0]].shape.dims().back();
  return bias.elements() == columns && bias.dims().back() == columns;
}

// Invocations of a cube: 16 outputs, each as 16 sums that are put together in the end, because one
// long sum leaves a device waiting for memory.
constexpr std::int64_t lanes = 16;
constexpr std::int64_t slices = 16;

Result<std::optional<KernelText>> product_text(const Graph& graph, const Node& node) {
  const Shape& x = graph[node.inputs[0]].shape;
  if (!graph.is_constant(node.inputs[1]) || x.rank() < 2 ||
      graph[node.inputs[1]].shape.rank() != 2 || !is_plain_gemm(graph, node))
    return std::nullopt;
  DALA_ASSIGN(Tensor matrix, turned(graph[node.inputs[1]].constant->view,
                                    node.attributes.integer("transB", 0) != 0));
  const std::int64_t depth = x.dims().back();
  const std::int64_t columns = graph[node.outputs[0]].shape.dims().back();
  const bool adds = node.inputs.size() > 2 && node.inputs[2] != no_value;
  const std::int64_t rows = x.elements() / depth;
  const std::int64_t cubes = (rows * columns + lanes - 1) / lanes;
  KernelText made{
      .text = format(
          "#[cube({0})]\n#[over(grid)]\nfn dense(input: Tensor<f32>, matrix: Tensor<f32>, {1}grid: "
          "Tensor<u8>, output: &mut Tensor<f32>) {{\nshared part: [f32; {0}];\nlet lane = UNIT_POS "
          "% {2};\nlet slice = UNIT_POS / {2};\nlet index = CUBE_POS * {2} + lane;\nlet column = "
          "index % {3};\nlet row = index / {3};\nlet mut sum = 0.0;\nfor k in slice * {4} / "
          "{5}..(slice + 1) * {4} / {5} {{ sum += input[row * {4} + k] * matrix[k * {3} + column]; "
          "}}\npart[UNIT_POS] = sum;\nsync_cube();\nif slice > 0 || index >= {6} {{ return; "
          "}}\nsum "
          "= {7};\nfor k in 0..{5} {{ sum += part[k * {2} + lane]; }}\noutput[index] = sum;\n}}\n",
          lanes * slices, adds ? "bias: Tensor<f32>, " : "", lanes, columns, depth, slices,
          rows * columns, adds ? "bias[column]" : "0.0"),
      .inputs = {node.inputs[0], std::move(matrix)},
      .grid = static_cast<std::size_t>(cubes * lanes * slices),
      .name = "dense, in slices"};
  if (adds) made.inputs.emplace_back(node.inputs[2]);
  return made;
}

// Each invocation goes along the whole line: fine for the few numbers that classes are.
constexpr std::int64_t longest_line = 4096;

Result<std::optional<KernelText>> softmax_text(const Graph& graph, const Node& node) {
  const Shape& in = graph[node.inputs[0]].shape;
  const bool old = graph.opset < 13;
  DALA_ASSIGN(const std::size_t axis,
              axis_of(node.attributes.integer("axis", old ? 1 : -1), in.rank()));
  std::int64_t size = 1;
  std::int64_t stride = 1;
  for (std::size_t i = axis; i < in.rank(); ++i) (i == axis || old ? size : stride) *= in[i];
  if (size > longest_line) return std::nullopt;
  return KernelText{
      .text = format("fn softmax(input: Tensor<f32>, output: &mut Tensor<f32>) {{\nlet i = "
                     "ABSOLUTE_POS;\nlet first = i / {0} * {0} + i % {1};\nlet mut most = "
                     "input[first];\nfor k in 1..{2} {{ most = max(most, input[first + k * {1}]); "
                     "}}\nlet mut sum = 0.0;\nfor k in 0..{2} {{ sum += exp(input[first + k * {1}] "
                     "- most); }}\noutput[i] = exp(input[i] - most) / sum;\n}}\n",
                     size * stride, stride, size),
      .inputs = {node.inputs[0]},
      .name = "softmax"};
}

}  // namespace

Result<std::optional<KernelText>> matrix_text(const Graph& graph, const Node& node) {
  if (!are_f32(graph, node)) return std::nullopt;
  if (node.op == "Gemm" || node.op == "MatMul") return product_text(graph, node);
  if (node.op == "Softmax") return softmax_text(graph, node);
  return std::nullopt;
}

}  // namespace dala::ml
