#include "ml/passes/widen_floats.hpp"

#include <algorithm>

#include "core/dispatch.hpp"
#include "ml/graph/element_type.hpp"

namespace dala::ml {

namespace {

bool is_small(DType dtype) { return computed_in(dtype) != dtype; }

Result<Tensor> widened(const Tensor& tensor, const HostMemory& memory) {
  DALA_ASSIGN(Tensor wide, Tensor::make(DType::f32, tensor.view.shape, memory));
  visit_number(tensor.view.dtype, [&]<typename T>(Type<T>) {
    std::ranges::transform(tensor.view.values<T>(), wide.view.values<float>().begin(),
                           [](T value) { return static_cast<float>(value); });
  });
  return wide;
}

int type_of(DType dtype) { return dtype == DType::f16 ? onnx_half : onnx_bfloat16; }

Node cast(ValueId from, ValueId to, int type) {
  Node node{.op = "Cast", .inputs = {from}, .outputs = {to}};
  node.attributes.set("to", std::int64_t{type});
  if (type != onnx_float) node.attributes.set(std::string(stored_attribute), std::int64_t{1});
  return node;
}

class Widening {
 public:
  explicit Widening(Graph& graph) : graph_(graph), wide_(graph.values.size(), no_value) {}

  Result<void> run() {
    std::vector<Node> casts;
    for (std::size_t i = 0; i < wide_.size(); ++i) {
      if (!is_small(graph_.values[i].dtype)) continue;
      const auto id = static_cast<ValueId>(i);
      wide_[i] = graph_.add_value(graph_[id].name);
      if (graph_[id].constant) {
        DALA_ASSIGN(Tensor tensor, widened(*graph_[id].constant, graph_.memory));
        graph_[wide_[i]].shape = tensor.view.shape;
        graph_[wide_[i]].constant = std::move(tensor);
      } else if (std::ranges::find(graph_.inputs, id, &GraphInput::value) != graph_.inputs.end()) {
        casts.push_back(cast(id, wide_[i], onnx_float));
      }
    }
    std::vector<bool> made(wide_.size(), false);
    for (Node& node : graph_.nodes) {
      for (ValueId& id : node.inputs) id = wide_of(id);
      for (ValueId& id : node.outputs) {
        made[static_cast<std::size_t>(id)] = true;
        id = wide_of(id);
      }
      if (const Tensor* value = node.attributes.tensor("value");
          value != nullptr && is_small(value->view.dtype)) {
        DALA_ASSIGN(Tensor tensor, widened(*value, graph_.memory));
        node.attributes.set("value", std::move(tensor));
      }
    }
    graph_.nodes.insert(graph_.nodes.begin(), std::make_move_iterator(casts.begin()),
                        std::make_move_iterator(casts.end()));
    for (std::size_t i = 0; i < wide_.size(); ++i)
      if (wide_[i] != no_value && made[i])
        graph_.nodes.push_back(
            cast(wide_[i], static_cast<ValueId>(i), type_of(graph_.values[i].dtype)));
    return {};
  }

 private:
  [[nodiscard]] ValueId wide_of(ValueId id) const {
    if (id == no_value || wide_[static_cast<std::size_t>(id)] == no_value) return id;
    return wide_[static_cast<std::size_t>(id)];
  }

  Graph& graph_;
  std::vector<ValueId> wide_;  // of each value that is stored small
};

}  // namespace

Result<void> widen_floats(Graph& graph) { return Widening(graph).run(); }

}  // namespace dala::ml
