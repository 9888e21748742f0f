#include "peers/installed/opencv_model.hpp"

#ifdef DALA_HAS_OPENCV_DNN

#include <onnx/onnx.pb.h>
#include <fstream>
#include <map>
#include <vector>

namespace dala::bench {

namespace {

template <typename T, typename List>
std::vector<T> values_of(const onnx::TensorProto& tensor, const List& list) {
  std::vector<T> values(list.begin(), list.end());
  for (std::size_t i = 0; i + sizeof(T) <= tensor.raw_data().size(); i += sizeof(T)) {
    values.emplace_back();
    tensor.raw_data().copy(reinterpret_cast<char*>(&values.back()), sizeof(T), i);
  }
  return values;
}

using Constants = std::map<std::string, const onnx::TensorProto*>;

onnx::AttributeProto& add_attribute(onnx::NodeProto& node, const std::string& name,
                                    onnx::AttributeProto::AttributeType type) {
  onnx::AttributeProto& attribute = *node.add_attribute();
  attribute.set_name(name);
  attribute.set_type(type);
  return attribute;
}

// The limits of a Clip and the sizes of a Split, where they are known inputs.
void put_in_attributes(onnx::NodeProto& node, const Constants& constants) {
  const bool clips = node.op_type() == "Clip";
  if (!clips && node.op_type() != "Split") return;
  for (int i = 1; i < node.input_size(); ++i) {
    const auto known = constants.find(node.input(i));
    if (known == constants.end()) return;
    const onnx::TensorProto& tensor = *known->second;
    if (clips) {
      add_attribute(node, i == 1 ? "min" : "max", onnx::AttributeProto::FLOAT)
          .set_f(values_of<float>(tensor, tensor.float_data()).at(0));
      continue;
    }
    onnx::AttributeProto& sizes = add_attribute(node, "split", onnx::AttributeProto::INTS);
    for (const std::int64_t size : values_of<std::int64_t>(tensor, tensor.int64_data()))
      sizes.add_ints(size);
  }
  while (node.input_size() > 1) node.mutable_input()->RemoveLast();
}

}  // namespace

std::string model_for_opencv(const std::string& file) {
  onnx::ModelProto model;
  std::ifstream stream(file, std::ios::binary);
  if (!model.ParseFromIstream(&stream)) return {};
  onnx::GraphProto& graph = *model.mutable_graph();
  google::protobuf::RepeatedPtrField<onnx::NodeProto> nodes;
  for (onnx::NodeProto& node : *graph.mutable_node()) {
    if (node.op_type() != "Constant" || node.attribute_size() != 1 || !node.attribute(0).has_t()) {
      *nodes.Add() = node;
      continue;
    }
    onnx::TensorProto& tensor = *graph.add_initializer();
    tensor = node.attribute(0).t();
    tensor.set_name(node.output(0));
  }
  Constants constants;
  for (const onnx::TensorProto& tensor : graph.initializer()) constants[tensor.name()] = &tensor;
  for (onnx::NodeProto& node : nodes) put_in_attributes(node, constants);
  graph.mutable_node()->Swap(&nodes);
  return model.SerializeAsString();
}

}  // namespace dala::bench

#endif
