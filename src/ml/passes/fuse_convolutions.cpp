#include "ml/graph/activation.hpp"
#include "ml/passes/passes.hpp"
#include "ml/passes/uses.hpp"

namespace dala::ml {

namespace {

constexpr std::size_t addend_input = 3;

// Taps of a window. Larger ones are left to the reference implementation, which can be stopped in
// between.
constexpr std::int64_t most_taps = 1 << 16;

// Pixels of a row, which is the least that is worked on at once. Longer ones are left to it too.
constexpr std::int64_t widest = 1 << 22;

bool has_short_rows(const Shape& shape) { return shape[shape.rank() - 1] <= widest; }

std::int64_t taps_of(const Shape& weights) {
  std::int64_t taps = 1;
  for (const std::int64_t side : weights.dims().subspan(2)) taps *= side;
  return taps;
}

// The weights must be constant, since they are packed when the model is planned. Pictures without
// pixels are left to the reference implementation.
bool can_take(const Graph& graph, const Node& conv) {
  return conv.op == "Conv" && graph.is_constant(conv.inputs[1]) &&
         taps_of(graph[conv.inputs[1]].shape) <= most_taps &&
         has_short_rows(graph[conv.inputs[0]].shape) &&
         has_short_rows(graph[conv.outputs[0]].shape) &&
         graph[conv.inputs[0]].shape.elements() > 0 && graph[conv.inputs[1]].shape.elements() > 0 &&
         (conv.inputs.size() < 3 || conv.inputs[2] == no_value ||
          graph.is_constant(conv.inputs[2]));
}

// The convolution moves to the place of the node that is fused into it, where all its inputs are
// computed.
void take(Graph& graph, std::size_t& at, std::size_t taken, ValueId added) {
  Node conv = std::move(graph.nodes[at]);
  graph.nodes[at] = {};
  Node& node = graph.nodes[taken];
  if (added != no_value) {
    conv.inputs.resize(addend_input + 1, no_value);
    conv.inputs[addend_input] = added;
  }
  conv.outputs = node.outputs;
  conv.fused.push_back(node);
  node = std::move(conv);
  at = taken;
}

bool take_activation(Graph& graph, const Uses& uses, std::size_t& at) {
  const std::size_t reader = uses.only_reader(graph.nodes[at].outputs[0]);
  if (reader == nobody || !activation_of(graph, graph.nodes[reader])) return false;
  take(graph, at, reader, no_value);
  return true;
}

bool take_addition(Graph& graph, const Uses& uses, std::size_t& at) {
  const ValueId sum = graph.nodes[at].outputs[0];
  const std::size_t reader = uses.only_reader(sum);
  if (reader == nobody || graph.nodes[reader].op != "Add") return false;
  const Node& add = graph.nodes[reader];
  const ValueId other = add.inputs[add.inputs[0] == sum ? 1 : 0];
  if (graph.is_constant(other) || graph[other].shape != graph[sum].shape) return false;
  take(graph, at, reader, other);
  return true;
}

}  // namespace

void fuse_convolutions(Graph& graph) {
  const Uses uses(graph);
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    if (graph.nodes[i].op.empty() || !can_take(graph, graph.nodes[i])) continue;
    std::size_t at = i;
    take_activation(graph, uses, at);
    if (take_addition(graph, uses, at)) take_activation(graph, uses, at);
    graph.nodes[at].op = "FusedConv";
  }
  drop_marked(graph);
}

}  // namespace dala::ml
