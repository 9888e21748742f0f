#include <algorithm>

#include "ml/passes/passes.hpp"
#include "ml/passes/uses.hpp"

namespace dala::ml {

namespace {

// The pads of a Pad that only puts zeros around {n, c, h, w}; empty when it does more.
std::vector<std::int64_t> zero_pads(const Graph& graph, const Node& pad) {
  if (pad.attributes.text("mode", "constant") != "constant" ||
      graph[pad.inputs[0]].shape.rank() != 4)
    return {};
  std::vector<std::int64_t> pads = pad.attributes.integers("pads");
  float value = pad.attributes.number("value", 0);
  if (graph.opset >= 11) {
    if (pad.inputs.size() < 2 || !graph.is_constant(pad.inputs[1])) return {};
    pads = integers_of(graph[pad.inputs[1]].constant->view);
    value = 0;
    if (pad.inputs.size() > 2 && pad.inputs[2] != no_value) {
      if (!graph.is_constant(pad.inputs[2])) return {};
      value = floats_of(graph[pad.inputs[2]].constant->view)[0];
    }
  }
  const bool only_around = pads.size() == 8 && pads[0] == 0 && pads[1] == 0 && pads[4] == 0 &&
                           pads[5] == 0 &&
                           std::ranges::all_of(pads, [](std::int64_t p) { return p >= 0; });
  return only_around && value == 0 ? pads : std::vector<std::int64_t>{};
}

}  // namespace

void fold_pads(Graph& graph) {
  const Uses uses(graph);
  for (Node& pad : graph.nodes) {
    if (pad.op != "Pad") continue;
    const std::size_t reader = uses.only_reader(pad.outputs[0]);
    if (reader == nobody) continue;
    Node& conv = graph.nodes[reader];
    if (conv.op != "Conv" || conv.inputs[0] != pad.outputs[0] ||
        conv.attributes.text("auto_pad", "NOTSET") != "NOTSET")
      continue;
    const std::vector<std::int64_t> more = zero_pads(graph, pad);
    if (more.empty()) continue;
    std::vector<std::int64_t> pads = conv.attributes.integers("pads");
    pads.resize(4, 0);  // a list that is left out or empty stands for zeros
    for (std::size_t i = 0; i < 4; ++i) pads[i] += more[i < 2 ? i + 2 : i + 4];
    conv.attributes.set("pads", std::move(pads));
    conv.inputs[0] = pad.inputs[0];
    pad.op.clear();
  }
  drop_marked(graph);
}

}  // namespace dala::ml
