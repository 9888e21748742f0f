#include "ml/graph/graph.hpp"

#include "core/format.hpp"

namespace dala::ml {

ValueId Graph::add_value(std::string name, DType dtype) {
  values.push_back({.name = std::move(name), .dtype = dtype});
  return static_cast<ValueId>(values.size() - 1);
}

std::vector<int> Graph::uses() const {
  std::vector<int> uses(values.size(), 0);
  for (const Node& node : nodes)
    for (const ValueId id : node.inputs)
      if (id != no_value) ++uses[static_cast<std::size_t>(id)];
  for (const GraphInput& output : outputs) ++uses[static_cast<std::size_t>(output.value)];
  return uses;
}

std::string describe(const Node& node) {
  // Names may be as long as the file.
  const auto shortened = [](const std::string& text) {
    constexpr std::size_t most = 100;
    return text.size() <= most ? text : text.substr(0, most) + "...";
  };
  return node.name.empty() ? shortened(node.op)
                           : format("{} '{}'", shortened(node.op), shortened(node.name));
}

}  // namespace dala::ml
