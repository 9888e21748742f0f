#include "ml/passes/specialize.hpp"

#include <algorithm>
#include <array>

#include "ml/graph/steps.hpp"
#include "ml/ops/operator.hpp"
#include "ml/passes/widen_floats.hpp"

namespace dala::ml {

namespace {

// Constant folding is for shapes and weights: all folded constants together may take this much plus
// a few times the file's own weights. Anything larger is computed in each run, where memory is
// reused.
constexpr std::size_t least_budget = std::size_t{1} << 26;
constexpr std::size_t budget_per_byte = 4;

std::size_t folding_budget(const Graph& graph) {
  std::size_t bytes = 0;
  for (const Value& value : graph.values)
    if (value.constant) bytes += value.constant->view.bytes();
  return least_budget + budget_per_byte * bytes;
}

// Operators that sum products, whose time is not proportional to the size of the output.
bool takes_long(const Graph& graph, const Node& node) {
  constexpr std::array products{"Conv",    "ConvTranspose", "ConvInteger",        "QLinearConv",
                                "MatMul",  "MatMulInteger", "QLinearMatMul",      "MatMulNBits",
                                "MaxPool", "AveragePool",   "QLinearAveragePool", "Gemm",
                                "QGemm"};
  constexpr double most_steps = 1e9;
  if (std::ranges::find(products, node.op) == products.end()) return false;
  const auto steps = static_cast<double>(graph[node.outputs[0]].shape.elements());
  double largest = 1;
  for (const ValueId id : node.inputs)
    if (id != no_value)
      largest = std::max(largest, static_cast<double>(graph[id].shape.elements()));
  return steps * largest > most_steps;
}

Result<void> check_input(const Graph& graph, const GraphInput& input, const Shape& given) {
  bool fits = given.rank() == input.dims.size();
  for (std::size_t i = 0; fits && i < input.dims.size(); ++i)
    fits = input.dims[i] < 0 || input.dims[i] == given[i];
  if (fits) return {};
  std::string wanted;
  for (const std::int64_t dim : input.dims)
    wanted += format("{}{}", wanted.empty() ? "" : ", ", dim < 0 ? "any" : std::to_string(dim));
  return fail(ErrorCode::shape_mismatch, "the input '{}' is {} and has to be {{{}}}",
              graph[input.value].name, to_string(given), wanted);
}

// Shape and Size need only the types of their inputs.
bool known_before_running(const Graph& graph, const Node& node) {
  if (node.op == "Shape" || node.op == "Size") return true;
  return std::ranges::all_of(node.inputs,
                             [&](ValueId id) { return id == no_value || graph.is_constant(id); });
}

Result<void> fold(Graph& graph, const Node& node, const Watch* watch) {
  std::vector<TensorView> types;
  types.reserve(node.inputs.size());
  std::vector<const TensorView*> inputs;
  for (const ValueId id : node.inputs) {
    if (id == no_value) {
      inputs.push_back(nullptr);
      continue;
    }
    const Value& value = graph[id];
    types.push_back(value.constant ? value.constant->view
                                   : TensorView{value.dtype, value.shape, nullptr});
    inputs.push_back(&types.back());
  }
  std::vector<Tensor> made;
  std::vector<TensorView> outputs;
  for (const ValueId id : node.outputs) {
    DALA_ASSIGN(Tensor tensor, Tensor::make(graph[id].dtype, graph[id].shape, graph.memory));
    outputs.push_back(tensor.view);
    made.push_back(std::move(tensor));
  }
  if (!makes_nothing(graph, node)) {
    const Operator& op = *find_operator(node.op);
    if (watch == nullptr) {
      DALA_TRY(op.run({node, graph.opset, inputs, outputs}));
    } else {
      WatchedThreads own({}, *watch);
      DALA_TRY(op.run({node, graph.opset, inputs, outputs, own.threads(), watch}));
      DALA_TRY(watch->check());
    }
  }
  for (std::size_t i = 0; i < made.size(); ++i)
    graph[node.outputs[i]].constant = std::move(made[i]);
  return {};
}

// Whether the node is not needed any more.
Result<bool> specialize_node(Graph& graph, const Node& node, std::size_t& budget,
                             const Watch* watch) {
  if (watch != nullptr && watch->is_over()) DALA_TRY(watch->check());
  DALA_ASSIGN(const std::vector<TensorView> outputs, infer(graph, node));
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < node.outputs.size(); ++i) {
    Value& value = graph[node.outputs[i]];
    value.dtype = outputs[i].dtype;
    value.shape = outputs[i].shape;
    bytes += outputs[i].bytes();
  }
  if (!known_before_running(graph, node) || bytes > budget || takes_long(graph, node)) return false;
  DALA_TRY(fold(graph, node, watch));
  budget -= bytes;
  // Passes look for the integers behind what it makes.
  return node.op != "DequantizeLinear";
}

}  // namespace

Result<Graph> specialize(const Graph& graph, std::span<const Shape> inputs, const Watch* watch) {
  if (inputs.size() != graph.inputs.size())
    return fail(ErrorCode::wrong_arity, "the model takes {} inputs, and {} were given",
                graph.inputs.size(), inputs.size());
  Graph result = graph;
  DALA_TRY(widen_floats(result));
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    DALA_TRY(check_input(graph, graph.inputs[i], inputs[i]));
    result[graph.inputs[i].value].shape = inputs[i];
  }
  std::vector<Node> nodes = std::move(result.nodes);
  result.nodes.clear();
  std::size_t budget = folding_budget(result);
  for (Node& node : nodes) {
    auto folded = specialize_node(result, node, budget, watch);
    if (!folded) return fail(folded.error().code, "{}: {}", describe(node), folded.error().message);
    if (!*folded) result.nodes.push_back(std::move(node));
  }
  return result;
}

}  // namespace dala::ml
