#include <cmath>

#include "ml/passes/passes.hpp"
#include "ml/passes/uses.hpp"

namespace dala::ml {

namespace {

bool is_half_swish(const Node& node) {
  return node.op == "HardSigmoid" &&
         std::abs(node.attributes.number("alpha", 0.2F) - 1.0F / 6) < 1e-6F &&
         node.attributes.number("beta", 0.5F) == 0.5F;
}

}  // namespace

void find_gates(Graph& graph) {
  const Uses uses(graph);
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    Node& product = graph.nodes[i];
    if (product.op != "Mul" || graph[product.outputs[0]].dtype != DType::f32) continue;
    for (std::size_t side = 0; side < 2; ++side) {
      const ValueId gate = product.inputs[side];
      const ValueId x = product.inputs[1 - side];
      const std::size_t maker = uses.maker(gate);
      if (maker == nobody || uses.only_reader(gate) != i) continue;
      Node& made = graph.nodes[maker];
      if ((made.op != "Sigmoid" && !is_half_swish(made)) || made.inputs[0] != x) continue;
      product.op = made.op == "Sigmoid" ? "Silu" : "HardSwish";
      product.inputs = {x};
      made.op.clear();
      break;
    }
  }
  drop_marked(graph);
}

}  // namespace dala::ml
