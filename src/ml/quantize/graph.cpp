#include "ml/quantize/graph.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

namespace dala::ml {

namespace {

// A bias may take so many steps of the sum.
constexpr float largest_bias = 0x1p30F;
constexpr float most_weight = 127;

const onnx::AttributeProto* attribute_of(const onnx::NodeProto& node, std::string_view name) {
  for (const auto& attribute : node.attribute())
    if (attribute.name() == name) return &attribute;
  return nullptr;
}

std::int64_t integer_of(const onnx::NodeProto& node, std::string_view name) {
  const auto* attribute = attribute_of(node, name);
  return attribute == nullptr ? 0 : attribute->i();
}

bool is_one(const onnx::NodeProto& node, std::string_view name) {
  const auto* attribute = attribute_of(node, name);
  return attribute == nullptr || attribute->f() == 1;
}

bool is_any(const onnx::NodeProto& node, std::initializer_list<std::string_view> ops) {
  return node.domain().empty() && std::ranges::find(ops, node.op_type()) != ops.end();
}

bool has_weights(const onnx::NodeProto& node) { return is_any(node, {"Conv", "Gemm", "MatMul"}); }
bool moves_only(const onnx::NodeProto& node) {
  return is_any(node, {"MaxPool", "Reshape", "Flatten", "Transpose"});
}

std::vector<float> numbers_of(const onnx::TensorProto& tensor) {
  if (!tensor.has_raw_data()) return {tensor.float_data().begin(), tensor.float_data().end()};
  std::vector<float> numbers(tensor.raw_data().size() / sizeof(float));
  if (!numbers.empty())
    std::memcpy(numbers.data(), tensor.raw_data().data(), numbers.size() * sizeof(float));
  return numbers;
}

std::int64_t elements_of(const onnx::TensorProto& tensor) {
  std::int64_t elements = 1;
  for (const std::int64_t dim : tensor.dims()) elements *= dim;
  return elements;
}

// The axis of the weights along which the channels of the output lie.
int axis_of_outputs(const onnx::NodeProto& node) {
  if (node.op_type() == "Conv") return 0;
  return node.op_type() == "Gemm" && integer_of(node, "transB") != 0 ? 0 : 1;
}

}  // namespace

QuantizeGraph::QuantizeGraph(onnx::ModelProto model, const Graph& special)
    : model_(std::move(model)) {
  for (const Value& value : special.values)
    if (value.dtype == DType::f32 && !value.constant && !value.name.empty())
      floats_.insert(value.name);
  for (const auto& tensor : model_.graph().initializer())
    if (tensor.data_type() == onnx::TensorProto::FLOAT && !tensor.name().empty())
      weights_[tensor.name()] = &tensor;
  for (int i = 0; i < model_.graph().node_size(); ++i)
    for (const std::string& name : node(i).input()) readers_[name].push_back(i);
  for (const auto& output : model_.graph().output()) outputs_.insert(output.name());
  find_units();
}

const onnx::TensorProto* QuantizeGraph::weights(const std::string& name) const {
  const auto found = weights_.find(name);
  return found == weights_.end() ? nullptr : found->second;
}

bool QuantizeGraph::is_activation(const std::string& name) const { return floats_.contains(name); }

bool QuantizeGraph::is_unit(const onnx::NodeProto& node) const {
  if (node.output_size() != 1 || !is_activation(node.output(0))) return false;
  if (has_weights(node)) {
    const onnx::TensorProto* given = node.input_size() > 1 ? weights(node.input(1)) : nullptr;
    const bool has_bias = node.input_size() > 2 && !node.input(2).empty();
    const onnx::TensorProto* bias = has_bias ? weights(node.input(2)) : nullptr;
    if (given == nullptr || elements_of(*given) == 0 || !is_activation(node.input(0)) ||
        (has_bias && (bias == nullptr || bias->dims_size() != 1)))
      return false;
    if (node.op_type() == "Conv") return given->dims_size() >= 3;
    return given->dims_size() == 2 && is_one(node, "alpha") && is_one(node, "beta") &&
           (!has_bias || bias->dims(0) == given->dims(axis_of_outputs(node)));
  }
  if (moves_only(node)) return is_activation(node.input(0));
  return is_any(node, {"Add", "Mul", "GlobalAveragePool", "AveragePool", "Sigmoid", "LeakyRelu",
                       "Concat"}) &&
         std::ranges::all_of(node.input(),
                             [&](const std::string& name) { return is_activation(name); });
}

// Relu and Clip before a QuantizeLinear cost nothing.
void QuantizeGraph::take_activation(Unit& unit) const {
  const auto readers = readers_.find(unit.output);
  if (unit.moves_only || outputs_.contains(unit.output) || readers == readers_.end() ||
      readers->second.size() != 1)
    return;
  const onnx::NodeProto& next = node(readers->second[0]);
  if (!is_any(next, {"Relu", "Clip"}) || next.input(0) != unit.output) return;
  unit.last = readers->second[0];
  unit.output = next.output(0);
}

// What only moves elements is of integers where its input is already.
void QuantizeGraph::find_units() {
  std::set<std::string> made;
  for (int i = 0; i < model_.graph().node_size(); ++i) {
    const onnx::NodeProto& given = node(i);
    if (!is_unit(given) || (moves_only(given) && !made.contains(given.input(0)))) continue;
    Unit unit{.node = i,
              .last = i,
              .inputs = {given.input().begin(), given.input().end()},
              .output = given.output(0),
              .has_weights = has_weights(given),
              .moves_only = moves_only(given)};
    if (unit.has_weights || unit.moves_only) unit.inputs.resize(1);
    take_activation(unit);
    made.insert(unit.output);
    units_.push_back(std::move(unit));
  }
}

std::vector<std::string> QuantizeGraph::tensors() const {
  std::set<std::string> names;
  for (const Unit& unit : units_) {
    names.insert(unit.inputs.begin(), unit.inputs.end());
    names.insert(unit.output);
  }
  return {names.begin(), names.end()};
}

std::string QuantizeGraph::with_outputs(std::span<const std::string> names) const {
  onnx::ModelProto model = model_;
  for (const std::string& name : names) {
    auto& output = *model.mutable_graph()->add_output();
    output.set_name(name);
    output.mutable_type()->mutable_tensor_type()->set_elem_type(onnx::TensorProto::FLOAT);
  }
  return model.SerializeAsString();
}

// Nodes in their order, and constants for them.
class QuantizeGraph::Writer {
 public:
  Writer(const QuantizeGraph& of, const std::map<std::string, Levels>& levels)
      : of_(of), levels_(levels), model_(of.model_) {
    model_.mutable_graph()->clear_node();
  }

  void add(const onnx::NodeProto& node) { *model_.mutable_graph()->add_node() = node; }

  // `to` is what `from` is after it was integers.
  void add_pair(const std::string& from, const std::string& to, const std::string& tensor) {
    const Levels& levels = levels_.at(tensor);
    const std::string scale = tensor + "/scale";
    const std::string zero = tensor + "/zero_point";
    if (constants_.insert(scale).second) {
      add_floats(scale, {}, {&levels.scale, 1});
      const auto byte = static_cast<std::uint8_t>(levels.zero);
      add_bytes(zero, onnx::TensorProto::UINT8, {}, std::span<const std::uint8_t>(&byte, 1));
    }
    const std::string integers = to + "/integers";
    add_op("QuantizeLinear", {from, scale, zero}, integers);
    add_op("DequantizeLinear", {integers, scale, zero}, to);
  }

  // The node of a unit and its activation with other names.
  void add_unit(const Unit& unit, const std::vector<std::string>& inputs, const std::string& output,
                const std::string& suffix) {
    onnx::NodeProto made = of_.node(unit.node);
    for (std::size_t i = 0; i < inputs.size(); ++i) made.set_input(static_cast<int>(i), inputs[i]);
    if (unit.has_weights) set_weights(made, unit);
    made.set_name(made.name() + suffix);
    if (unit.last == unit.node) {
      made.set_output(0, output);
      add(made);
      return;
    }
    made.set_output(0, made.output(0) + suffix);
    onnx::NodeProto activation = of_.node(unit.last);
    activation.set_name(activation.name() + suffix);
    activation.set_input(0, made.output(0));
    activation.set_output(0, output);
    add(made);
    add(activation);
  }

  void add_output(const std::string& name) {
    auto& output = *model_.mutable_graph()->add_output();
    output.set_name(name);
    output.mutable_type()->mutable_tensor_type()->set_elem_type(onnx::TensorProto::FLOAT);
  }

  // Without constants that nobody reads any more.
  std::string finish() {
    onnx::GraphProto& graph = *model_.mutable_graph();
    std::set<std::string> read;
    for (const auto& node : graph.node()) read.insert(node.input().begin(), node.input().end());
    for (const auto& output : graph.output()) read.insert(output.name());
    const auto clean = [&](auto& list, auto is_unused) {
      for (int i = list.size(); i-- > 0;)
        if (is_unused(list.Get(i))) list.DeleteSubrange(i, 1);
    };
    std::set<std::string> gone;
    clean(*graph.mutable_initializer(), [&](const auto& tensor) {
      if (read.contains(tensor.name())) return false;
      gone.insert(tensor.name());
      return true;
    });
    // Old files list constants among the inputs.
    clean(*graph.mutable_input(), [&](const auto& input) { return gone.contains(input.name()); });
    return model_.SerializeAsString();
  }

 private:
  void add_op(const char* op, const std::vector<std::string>& inputs, const std::string& output,
              std::int64_t axis = -1) {
    auto& node = *model_.mutable_graph()->add_node();
    node.set_op_type(op);
    node.set_name(output);
    for (const std::string& input : inputs) node.add_input(input);
    node.add_output(output);
    if (axis < 0) return;
    auto& attribute = *node.add_attribute();
    attribute.set_name("axis");
    attribute.set_type(onnx::AttributeProto::INT);
    attribute.set_i(axis);
  }

  template <typename T>
  void add_bytes(const std::string& name, int type, const std::vector<std::int64_t>& dims,
                 std::span<const T> values) {
    auto& tensor = *model_.mutable_graph()->add_initializer();
    tensor.set_name(name);
    tensor.set_data_type(type);
    tensor.mutable_dims()->Add(dims.begin(), dims.end());
    tensor.set_raw_data(values.data(), values.size_bytes());
  }
  void add_floats(const std::string& name, const std::vector<std::int64_t>& dims,
                  std::span<const float> values) {
    add_bytes(name, onnx::TensorProto::FLOAT, dims, values);
  }

  // Weights and bias as integers; each unit has its own, since the bias has the scale of its input.
  void set_weights(onnx::NodeProto& node, const Unit& unit) {
    const std::string base = unit.output + "/weights";
    const bool has_bias = node.input_size() > 2 && !node.input(2).empty();
    const onnx::TensorProto& given = *of_.weights(node.input(1));
    const int axis = axis_of_outputs(node);
    if (constants_.insert(base).second) {
      const std::vector<float> bias =
          has_bias ? numbers_of(*of_.weights(node.input(2))) : std::vector<float>{};
      write_weights(base, given, axis, bias, levels_.at(unit.inputs[0]).scale);
      add_op("DequantizeLinear", {base + "/integers", base + "/scale", base + "/zero_point"}, base,
             axis);
      if (has_bias)
        add_op("DequantizeLinear", {base + "/bias/integers", base + "/bias/scale"}, base + "/bias",
               0);
    }
    node.set_input(1, base);
    if (has_bias) node.set_input(2, base + "/bias");
  }

  void write_weights(const std::string& base, const onnx::TensorProto& given, int axis,
                     std::span<const float> bias, float in_scale) {
    const std::vector<float> numbers = numbers_of(given);
    const auto channels = static_cast<std::size_t>(given.dims(axis));
    std::size_t after = 1;
    for (int i = axis + 1; i < given.dims_size(); ++i)
      after *= static_cast<std::size_t>(given.dims(i));
    const auto channel_of = [&](std::size_t i) { return i / after % channels; };
    std::vector<float> scales(channels, 0);
    for (std::size_t i = 0; i < numbers.size(); ++i)
      scales[channel_of(i)] = std::max(scales[channel_of(i)], std::abs(numbers[i]) / most_weight);
    for (std::size_t c = 0; c < channels; ++c) {
      if (c < bias.size())
        scales[c] = std::max(scales[c], std::abs(bias[c]) / (in_scale * largest_bias));
      if (!std::isnormal(scales[c])) scales[c] = 1;
    }
    std::vector<std::int8_t> integers(numbers.size());
    for (std::size_t i = 0; i < numbers.size(); ++i)
      integers[i] = static_cast<std::int8_t>(std::clamp(
          std::nearbyint(numbers[i] / scales[channel_of(i)]), -most_weight, most_weight));
    const std::vector<std::int64_t> dims(given.dims().begin(), given.dims().end());
    const std::vector<std::int64_t> by_channel{static_cast<std::int64_t>(channels)};
    add_bytes(base + "/integers", onnx::TensorProto::INT8, dims,
              std::span<const std::int8_t>(integers));
    add_floats(base + "/scale", by_channel, scales);
    add_bytes(base + "/zero_point", onnx::TensorProto::INT8, by_channel,
              std::span<const std::int8_t>(std::vector<std::int8_t>(channels, 0)));
    if (bias.empty()) return;
    std::vector<std::int32_t> steps(channels);
    std::vector<float> bias_scales(channels);
    for (std::size_t c = 0; c < channels; ++c) {
      bias_scales[c] = in_scale * scales[c];
      steps[c] = static_cast<std::int32_t>(
          std::clamp(std::nearbyint(bias[c] / bias_scales[c]), -largest_bias, largest_bias));
    }
    add_bytes(base + "/bias/integers", onnx::TensorProto::INT32, by_channel,
              std::span<const std::int32_t>(steps));
    add_floats(base + "/bias/scale", by_channel, bias_scales);
  }

  const QuantizeGraph& of_;
  const std::map<std::string, Levels>& levels_;
  onnx::ModelProto model_;
  std::set<std::string> constants_;  // that are written
};

std::string QuantizeGraph::shadow_of(const Unit& unit) { return unit.output + "/shadow"; }

std::string QuantizeGraph::with_shadows(const std::map<std::string, Levels>& levels) const {
  Writer writer(*this, levels);
  for (const auto& given : model_.graph().node()) writer.add(given);
  for (const Unit& unit : units_) {
    if (!unit.has_weights) continue;
    const std::string shadow = shadow_of(unit);
    writer.add_pair(unit.inputs[0], shadow + "/input", unit.inputs[0]);
    writer.add_unit(unit, {shadow + "/input"}, shadow + "/float", "/shadow");
    writer.add_pair(shadow + "/float", shadow, unit.output);
    writer.add_output(unit.output);
    writer.add_output(shadow);
  }
  return writer.finish();
}

std::string QuantizeGraph::quantized(const std::map<std::string, Levels>& levels,
                                     const std::set<int>& left_out) const {
  Writer writer(*this, levels);
  std::map<int, const Unit*> by_node;  // the last one, behind all that is read
  std::set<int> taken;                 // nodes that are written with their activation
  std::set<std::string> made;          // by units: they are integers behind them
  std::set<std::string> wanted;        // by units
  for (const Unit& unit : units_) {
    if (left_out.contains(unit.node)) continue;
    by_node[unit.last] = &unit;
    if (unit.last != unit.node) taken.insert(unit.node);
    made.insert(unit.output);
    wanted.insert(unit.inputs.begin(), unit.inputs.end());
  }
  const auto name_of = [&](const std::string& tensor) {
    return made.contains(tensor) ? tensor : tensor + "/dequantized";
  };
  const auto give = [&](const std::string& tensor) {
    if (wanted.contains(tensor) && !made.contains(tensor))
      writer.add_pair(tensor, name_of(tensor), tensor);
  };
  for (const auto& input : model_.graph().input()) give(input.name());
  for (int i = 0; i < model_.graph().node_size(); ++i) {
    if (taken.contains(i)) continue;
    const auto found = by_node.find(i);
    if (found == by_node.end()) {
      writer.add(node(i));
      for (const std::string& output : node(i).output()) give(output);
      continue;
    }
    const Unit& unit = *found->second;
    std::vector<std::string> inputs;
    for (const std::string& input : unit.inputs) inputs.push_back(name_of(input));
    writer.add_unit(unit, inputs, unit.output + "/float", "");
    writer.add_pair(unit.output + "/float", unit.output, unit.output);
  }
  return writer.finish();
}

}  // namespace dala::ml
