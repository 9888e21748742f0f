// An operator of the ONNX standard: the inference of its outputs' shapes, and a reference
// implementation on the host. Optimised implementations are compared with it; it also folds
// constants, and runs operators that have no optimised implementation.
//
// Each file of this folder holds a family; `table.cpp` names the families.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <dala/core/kernel_info.hpp>

#include "ml/graph/graph.hpp"
#include "ml/graph/watch.hpp"
#include "ml/ops/attribute_rule.hpp"

namespace dala::ml {

// The arguments of shape inference.
class Inference {
 public:
  Inference(const Graph& of_graph, const Node& of_node)
      : node(of_node), opset(of_graph.opset), graph_(of_graph) {}

  const Node& node;
  const int opset;

  [[nodiscard]] bool has(std::size_t input) const {
    return input < node.inputs.size() && node.inputs[input] != no_value;
  }
  [[nodiscard]] const Shape& shape(std::size_t input) const { return value(input).shape; }
  [[nodiscard]] DType dtype(std::size_t input) const { return value(input).dtype; }
  // Its numbers, or nothing when they are not known before the model runs.
  [[nodiscard]] const TensorView* constant(std::size_t input) const {
    return has(input) && value(input).constant ? &value(input).constant->view : nullptr;
  }
  // The integers of an input that must be known; an error names it.
  [[nodiscard]] Result<std::vector<std::int64_t>> integers(std::size_t input,
                                                           std::string_view what) const;
  // A list that is an attribute in old opsets and an input from `since` on; empty when not given.
  [[nodiscard]] Result<std::vector<std::int64_t>> integers(std::size_t input, std::string_view what,
                                                           int since) const;

  void output(DType dtype, const Shape& shape) { outputs.push_back({dtype, shape, nullptr}); }

  std::vector<TensorView> outputs;

 private:
  [[nodiscard]] const Value& value(std::size_t input) const { return graph_[node.inputs[input]]; }
  const Graph& graph_;
};

// The arguments of a run; outputs have the inferred types. Loops end early when the time is over,
// which the caller finds out from the watch.
struct OpCall {
  const Node& node;
  int opset;
  std::span<const TensorView* const> inputs;  // null: left out
  std::span<const TensorView> outputs;
  HostThreads threads = {};
  const Watch* watch = nullptr;

  [[nodiscard]] const TensorView* input(std::size_t index) const {
    return index < inputs.size() ? inputs[index] : nullptr;
  }
};

// Whose list of operators a node's name is looked up in. ONNX Runtime has its own beside the
// standard's.
enum class Domain : std::uint8_t { onnx = 1, microsoft = 2, both = onnx | microsoft };

// The domain that a file calls `name`; nothing for one that no operator here is of.
[[nodiscard]] std::optional<Domain> domain_of(std::string_view name);

struct Operator {
  std::string_view name;
  std::size_t min_inputs;
  std::size_t max_inputs;
  Result<void> (*infer)(Inference& inference);
  Result<void> (*run)(const OpCall& call);
  std::size_t max_outputs = 1;
  std::span<const AttributeRule> attributes = {};  // all attributes that a file may set
  Domain domains = Domain::onnx;
  std::uint32_t optional = 0;  // a bit for each input before `min_inputs` that may be left out

  [[nodiscard]] constexpr Operator in(Domain where) const {
    Operator op = *this;
    op.domains = where;
    return op;
  }
  [[nodiscard]] constexpr Operator without(std::initializer_list<unsigned> inputs) const {
    Operator op = *this;
    for (const unsigned input : inputs) op.optional |= 1U << input;
    return op;
  }
  [[nodiscard]] constexpr bool is_of(Domain where) const {
    return (static_cast<unsigned>(domains) & static_cast<unsigned>(where)) != 0;
  }
};

// Null where there is no operator of this name.
[[nodiscard]] const Operator* find_operator(std::string_view name);

// Types of the node's outputs. Checks the numbers of inputs and outputs, and the shapes it gets.
[[nodiscard]] Result<std::vector<TensorView>> infer(const Graph& graph, const Node& node);

// For the families: whether all inputs are of f32.
[[nodiscard]] Result<void> check_float(const Inference& inference);
// -1 is the last axis. Error when there is no such axis.
[[nodiscard]] Result<std::size_t> axis_of(std::int64_t axis, std::size_t rank);
[[nodiscard]] Result<std::vector<std::size_t>> axes_of(std::span<const std::int64_t> axes,
                                                       std::size_t rank);

inline constexpr std::size_t any_number = 1024;
// Numbers in a list of axes, sizes or pads.
inline constexpr std::size_t longest_list = any_number;

}  // namespace dala::ml
