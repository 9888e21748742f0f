// What of an ONNX file can be of integers, and the file with it.
#pragma once

#include <onnx/onnx.pb.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "ml/graph/graph.hpp"

namespace dala::ml {

// How the numbers of a tensor become integers of u8.
struct Levels {
  float scale = 1;
  std::int32_t zero = 0;
};

// A node that can be of integers, with the activation function that is its only reader.
struct Unit {
  int node = 0;
  int last = 0;                          // the activation's node, or the same
  std::vector<std::string> inputs = {};  // without weights
  std::string output = {};
  bool has_weights = false;
  bool moves_only = false;  // its output has the levels of its input
};

class QuantizeGraph {
 public:
  // `special` is the same model with its shapes known.
  QuantizeGraph(onnx::ModelProto model, const Graph& special);
  QuantizeGraph(const QuantizeGraph&) = delete;
  QuantizeGraph& operator=(const QuantizeGraph&) = delete;

  [[nodiscard]] const std::vector<Unit>& units() const { return units_; }
  [[nodiscard]] const onnx::NodeProto& node(int index) const { return model_.graph().node(index); }
  // The tensors whose levels are needed.
  [[nodiscard]] std::vector<std::string> tensors() const;

  // The model with these tensors as outputs, beside its own.
  [[nodiscard]] std::string with_outputs(std::span<const std::string> names) const;
  // The model with a second form of each unit that has weights, of integers, beside the first;
  // `shadow_of` names its output.
  [[nodiscard]] std::string with_shadows(const std::map<std::string, Levels>& levels) const;
  [[nodiscard]] static std::string shadow_of(const Unit& unit);
  // The model of integers, but for the units that are left out.
  [[nodiscard]] std::string quantized(const std::map<std::string, Levels>& levels,
                                      const std::set<int>& left_out) const;

 private:
  class Writer;

  [[nodiscard]] const onnx::TensorProto* weights(const std::string& name) const;
  [[nodiscard]] bool is_activation(const std::string& name) const;
  [[nodiscard]] bool is_unit(const onnx::NodeProto& node) const;
  void find_units();
  void take_activation(Unit& unit) const;

  onnx::ModelProto model_;
  std::set<std::string> floats_;                             // that depend on the input
  std::map<std::string, const onnx::TensorProto*> weights_;  // constants of f32
  std::map<std::string, std::vector<int>> readers_;          // of each tensor
  std::set<std::string> outputs_;                            // of the model
  std::vector<Unit> units_;
};

}  // namespace dala::ml
