#include "ml/passes/uses.hpp"

namespace dala::ml {

Uses::Uses(const Graph& graph)
    : maker_(graph.values.size(), nobody),
      reader_(graph.values.size(), nobody),
      count_(graph.uses()) {
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    for (const ValueId id : graph.nodes[i].outputs) maker_[static_cast<std::size_t>(id)] = i;
    for (const ValueId id : graph.nodes[i].inputs)
      if (id != no_value) reader_[static_cast<std::size_t>(id)] = i;
  }
}

std::size_t Uses::only_reader(ValueId id) const {
  return count(id) == 1 ? reader_[static_cast<std::size_t>(id)] : nobody;
}

void drop_marked(Graph& graph) {
  std::erase_if(graph.nodes, [](const Node& node) { return node.op.empty(); });
}

}  // namespace dala::ml
