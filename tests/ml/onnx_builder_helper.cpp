#include "ml/onnx_builder_helper.hpp"

#include <cstring>

namespace dala::test {

namespace {

struct SetAttribute {
  onnx::AttributeProto& to;

  void operator()(std::int64_t value) const {
    to.set_type(onnx::AttributeProto::INT);
    to.set_i(value);
  }
  void operator()(float value) const {
    to.set_type(onnx::AttributeProto::FLOAT);
    to.set_f(value);
  }
  void operator()(const std::string& value) const {
    to.set_type(onnx::AttributeProto::STRING);
    to.set_s(value);
  }
  void operator()(const Ints& values) const {
    to.set_type(onnx::AttributeProto::INTS);
    to.mutable_ints()->Add(values.begin(), values.end());
  }
  void operator()(const Floats& values) const {
    to.set_type(onnx::AttributeProto::FLOATS);
    to.mutable_floats()->Add(values.begin(), values.end());
  }
};

}  // namespace

OnnxBuilder::OnnxBuilder(int opset) {
  model_.set_ir_version(8);
  model_.set_producer_name("tests");
  model_.add_opset_import()->set_version(opset);
  graph().set_name("graph");
}

OnnxBuilder& OnnxBuilder::input(const std::string& name, const Ints& dims, int type) {
  auto& info = *graph().add_input();
  info.set_name(name);
  auto& tensor = *info.mutable_type()->mutable_tensor_type();
  tensor.set_elem_type(type);
  tensor.mutable_shape();  // no dimensions are a number, not "unknown"
  for (const std::int64_t dim : dims) {
    auto& to = *tensor.mutable_shape()->add_dim();
    if (dim < 0)
      to.set_dim_param("any");
    else
      to.set_dim_value(dim);
  }
  return *this;
}

OnnxBuilder& OnnxBuilder::output(const std::string& name, int type) {
  auto& info = *graph().add_output();
  info.set_name(name);
  info.mutable_type()->mutable_tensor_type()->set_elem_type(type);
  return *this;
}

OnnxBuilder& OnnxBuilder::floats(const std::string& name, const Ints& dims,
                                 std::span<const float> values) {
  auto& tensor = *graph().add_initializer();
  tensor.set_name(name);
  tensor.set_data_type(onnx::TensorProto::FLOAT);
  tensor.mutable_dims()->Add(dims.begin(), dims.end());
  tensor.mutable_float_data()->Add(values.begin(), values.end());
  return *this;
}

OnnxBuilder& OnnxBuilder::integers(const std::string& name, const Ints& values) {
  return integers(name, {static_cast<std::int64_t>(values.size())}, values);
}

OnnxBuilder& OnnxBuilder::integers(const std::string& name, const Ints& dims, const Ints& values) {
  auto& tensor = *graph().add_initializer();
  tensor.set_name(name);
  tensor.set_data_type(onnx::TensorProto::INT64);
  tensor.mutable_dims()->Add(dims.begin(), dims.end());
  tensor.mutable_int64_data()->Add(values.begin(), values.end());
  return *this;
}

OnnxBuilder& OnnxBuilder::narrow(const std::string& name, int type, const Ints& dims,
                                 const Ints& values) {
  auto& tensor = *graph().add_initializer();
  tensor.set_name(name);
  tensor.set_data_type(type);
  tensor.mutable_dims()->Add(dims.begin(), dims.end());
  for (const std::int64_t value : values) tensor.add_int32_data(static_cast<std::int32_t>(value));
  return *this;
}

OnnxBuilder& OnnxBuilder::domain(const std::string& name) {
  graph().mutable_node(graph().node_size() - 1)->set_domain(name);
  return *this;
}

OnnxBuilder& OnnxBuilder::node(const std::string& op, const Names& inputs, const Names& outputs,
                               const OnnxAttributes& attributes) {
  auto& node = *graph().add_node();
  node.set_op_type(op);
  node.set_name(outputs.empty() ? op : outputs[0]);
  for (const std::string& name : inputs) node.add_input(name);
  for (const std::string& name : outputs) node.add_output(name);
  for (const auto& [name, value] : attributes) {
    auto& attribute = *node.add_attribute();
    attribute.set_name(name);
    std::visit(SetAttribute{attribute}, value);
  }
  return *this;
}

std::vector<std::byte> OnnxBuilder::bytes() const {
  const std::string text = model_.SerializeAsString();
  std::vector<std::byte> bytes(text.size());
  if (!text.empty()) std::memcpy(bytes.data(), text.data(), text.size());
  return bytes;
}

}  // namespace dala::test
