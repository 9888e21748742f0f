// Products of matrices; rows times a matrix that is known go in sums_an_output.
#include "ml/pipeline/coordinates.hpp"
#include "ml/pipeline/node_source.hpp"

namespace dala::ml {

namespace {

// The matrix as {inputs, outputs}, so that neighbouring invocations load neighbouring elements.
Result<Tensor> as_inputs_outputs(const TensorView& matrix, bool transpose) {
  if (!transpose) {
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

// Invocations of a cube: 16 outputs, each as 16 sums that are put together in the end, because one
// long sum leaves a device waiting for memory.
constexpr std::int64_t outputs_a_cube = 16;
constexpr std::int64_t sums_an_output = 16;

Result<std::optional<NodeSource>> product_source(const Graph& graph, const Node& node) {
  const Shape& x = graph[node.inputs[0]].shape;
  if (!graph.is_constant(node.inputs[1]) || x.rank() < 2 ||
      graph[node.inputs[1]].shape.rank() != 2 || !is_plain_gemm(graph, node))
    return std::nullopt;
  DALA_ASSIGN(Tensor matrix, as_inputs_outputs(graph[node.inputs[1]].constant->view,
                                               node.attributes.integer("transB", 0) != 0));
  const std::int64_t depth = x.dims().back();
  const std::int64_t columns = graph[node.outputs[0]].shape.dims().back();
  const bool adds = node.inputs.size() > 2 && node.inputs[2] != no_value;
  const std::int64_t rows = x.elements() / depth;
  const std::int64_t cubes = (rows * columns + outputs_a_cube - 1) / outputs_a_cube;
  NodeSource made{
      .text = format(
          "#[cube({0})]\n#[over(grid)]\nfn dense(input: Tensor<f32>, matrix: Tensor<f32>, {1}grid: "
          "Tensor<u8>, output: &mut Tensor<f32>) {{\nshared part: [f32; {0}];\nlet lane = UNIT_POS "
          "% {2};\nlet slice = UNIT_POS / {2};\nlet index = CUBE_POS * {2} + lane;\nlet column = "
          "index % {3};\nlet row = index / {3};\nlet mut sum = 0.0;\nfor k in slice * {4} / "
          "{5}..(slice + 1) * {4} / {5} {{ sum += input[row * {4} + k] * matrix[k * {3} + column]; "
          "}}\npart[UNIT_POS] = sum;\nsync_cube();\nif slice > 0 || index >= {6} {{ return; "
          "}}\nsum "
          "= {7};\nfor k in 0..{5} {{ sum += part[k * {2} + lane]; }}\noutput[index] = sum;\n}}\n",
          outputs_a_cube * sums_an_output, adds ? "bias: Tensor<f32>, " : "", outputs_a_cube,
          columns, depth, sums_an_output, rows * columns, adds ? "bias[column]" : "0.0"),
      .inputs = {node.inputs[0], std::move(matrix)},
      .grid = static_cast<std::size_t>(cubes * outputs_a_cube * sums_an_output),
      .name = "dense, in sums_an_output"};
  if (adds) made.inputs.emplace_back(node.inputs[2]);
  return made;
}

// Any two factors, one invocation for each output. A vector is a matrix of one row on the left and
// of one column on the right.
struct Factors {
  Shape batch = {};  // of both, without their last two axes
  Strides a_batch = {};
  Strides b_batch = {};
  std::int64_t rows = 1;
  std::int64_t columns = 1;
  std::int64_t depth = 1;
  std::int64_t a_step[2] = {};  // along rows and depth
  std::int64_t b_step[2] = {};  // along depth and columns
};

Result<Factors> factors_of(const Graph& graph, const Node& node) {
  const auto matrix = [](const Shape& shape, bool left) {
    return shape.rank() > 1 ? shape : left ? Shape{1, shape[0]} : Shape{shape[0], 1};
  };
  const auto lead = [](const Shape& shape) { return Shape(shape.dims().first(shape.rank() - 2)); };
  const Shape a = matrix(graph[node.inputs[0]].shape, true);
  const Shape b = matrix(graph[node.inputs[1]].shape, false);
  const bool transpose_a = node.op == "Gemm" && node.attributes.integer("transA", 0) != 0;
  const bool turn_b = node.op == "Gemm" && node.attributes.integer("transB", 0) != 0;
  const std::int64_t a_size[2] = {a[a.rank() - 2], a[a.rank() - 1]};
  const std::int64_t b_size[2] = {b[b.rank() - 2], b[b.rank() - 1]};
  Factors of;
  DALA_ASSIGN(of.batch, broadcast(lead(a), lead(b)));
  of.a_batch = broadcast_strides(lead(a), of.batch);
  of.b_batch = broadcast_strides(lead(b), of.batch);
  for (std::size_t axis = 0; axis < of.batch.rank(); ++axis) {
    of.a_batch[axis] *= a_size[0] * a_size[1];
    of.b_batch[axis] *= b_size[0] * b_size[1];
  }
  of.rows = a_size[transpose_a ? 1 : 0];
  of.depth = a_size[transpose_a ? 0 : 1];
  of.columns = b_size[turn_b ? 0 : 1];
  of.a_step[transpose_a ? 1 : 0] = a_size[1];
  of.a_step[transpose_a ? 0 : 1] = 1;
  of.b_step[turn_b ? 1 : 0] = b_size[1];
  of.b_step[turn_b ? 0 : 1] = 1;
  return of;
}

Result<std::optional<NodeSource>> any_product_source(const Graph& graph, const Node& node) {
  DALA_ASSIGN(const Factors of, factors_of(graph, node));
  const bool adds = node.inputs.size() > 2 && node.inputs[2] != no_value;
  std::string end = "sum";
  if (node.op == "Gemm") end += format(" * {}", number(node.attributes.number("alpha", 1)));
  if (adds) {
    const Strides c = broadcast_strides(graph[node.inputs[2]].shape, {of.rows, of.columns});
    end += format(" + {} * added[row * {} + column * {}]",
                  number(node.attributes.number("beta", 1)), c[0], c[1]);
  }
  NodeSource made{
      .text = format(
          "fn product(left: Tensor<f32>, right: Tensor<f32>, {0}output: &mut Tensor<f32>) {{\nlet "
          "i "
          "= ABSOLUTE_POS;\nlet column = i % {1};\nlet row = i / {1} % {2};\nlet n = i / "
          "{3};\n{4}let a = {5} + row * {6};\nlet b = {7} + column * {8};\nlet mut sum = 0.0;\nfor "
          "k in 0..{9} {{ sum += left[a + k * {10}] * right[b + k * {11}]; }}\noutput[i] = "
          "{12};\n}}\n",
          adds ? "added: Tensor<f32>, " : "", of.columns, of.rows, of.rows * of.columns,
          coordinates(of.batch, "n"), position(of.batch.rank(), of.a_batch), of.a_step[0],
          position(of.batch.rank(), of.b_batch), of.b_step[1], of.depth, of.a_step[1], of.b_step[0],
          end),
      .inputs = {node.inputs[0], node.inputs[1]},
      .name = "product"};
  if (adds) made.inputs.emplace_back(node.inputs[2]);
  return made;
}

}  // namespace

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

Result<std::optional<NodeSource>> matrix_source(const Graph& graph, const Node& node) {
  if (!are_f32(graph, node)) return std::nullopt;
  if (node.op != "Gemm" && node.op != "MatMul") return std::nullopt;
  DALA_ASSIGN(auto known, product_source(graph, node));
  return known ? std::move(known) : any_product_source(graph, node);
}

}  // namespace dala::ml
