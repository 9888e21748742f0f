#include "ml/graph/steps.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace dala::ml {

bool is_view(const Node& node) {
  constexpr std::array<std::string_view, 6> views{"Reshape",   "Flatten",  "Squeeze",
                                                  "Unsqueeze", "Identity", "Dropout"};
  return std::ranges::find(views, node.op) != views.end();
}

bool makes_nothing(const Graph& graph, const Node& node) {
  return std::ranges::all_of(node.outputs,
                             [&](ValueId id) { return graph[id].shape.elements() == 0; });
}

std::string step_text(const Node& node) {
  std::string text = node.op == "FusedConv" ? "Conv" : node.op;
  for (const Node& fused : node.fused) text += " + " + fused.op;
  return text;
}

const std::string& step_name(const Graph& graph, const Node& node) {
  return node.name.empty() ? graph[node.outputs[0]].name : node.name;
}

}  // namespace dala::ml
