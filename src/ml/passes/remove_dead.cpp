#include <algorithm>

#include "ml/passes/passes.hpp"
#include "ml/passes/uses.hpp"

namespace dala::ml {

void remove_dead(Graph& graph) {
  std::vector<int> uses = graph.uses();
  for (std::size_t i = graph.nodes.size(); i-- > 0;) {
    Node& node = graph.nodes[i];
    const auto is_read = [&](ValueId id) { return uses[static_cast<std::size_t>(id)] > 0; };
    const auto is_known = [&](ValueId id) { return graph.is_constant(id); };
    if (std::ranges::any_of(node.outputs, is_read) && !std::ranges::all_of(node.outputs, is_known))
      continue;
    for (const ValueId id : node.inputs)
      if (id != no_value) --uses[static_cast<std::size_t>(id)];
    node.op.clear();
  }
  drop_marked(graph);
}

}  // namespace dala::ml
