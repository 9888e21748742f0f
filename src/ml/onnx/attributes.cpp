#include "ml/onnx/attributes.hpp"

#include "ml/onnx/tensor_proto.hpp"

namespace dala::ml {

namespace {

Result<Attribute> read_attribute(const onnx::AttributeProto& proto, const HostMemory& memory) {
  switch (proto.type()) {
    case onnx::AttributeProto::INT:
      return proto.i();
    case onnx::AttributeProto::FLOAT:
      return proto.f();
    case onnx::AttributeProto::STRING:
      return proto.s();
    case onnx::AttributeProto::INTS:
      return std::vector<std::int64_t>(proto.ints().begin(), proto.ints().end());
    case onnx::AttributeProto::FLOATS:
      return std::vector<float>(proto.floats().begin(), proto.floats().end());
    case onnx::AttributeProto::TENSOR: {
      DALA_ASSIGN(Tensor tensor, read_tensor(proto.t(), memory));
      return tensor;
    }
    default:
      return fail(ErrorCode::unsupported, "the attribute '{}' is of a kind that is not supported",
                  proto.name());
  }
}

}  // namespace

Result<Attributes> read_attributes(const onnx::NodeProto& node, const Operator& op, int opset,
                                   const HostMemory& memory) {
  Attributes attributes;
  for (const auto& proto : node.attribute()) {
    if (attributes.has(proto.name()))
      return fail(ErrorCode::bad_file, "its attribute '{}' is there twice", proto.name());
    if (!proto.ref_attr_name().empty())
      return fail(ErrorCode::unsupported, "its attribute '{}' is that of a function", proto.name());
    DALA_ASSIGN(Attribute value, read_attribute(proto, memory));
    DALA_TRY(check_attribute(op.name, op.attributes, opset, proto.name(), value));
    attributes.set(proto.name(), std::move(value));
  }
  DALA_TRY(check_required(op.attributes, opset, attributes));
  return attributes;
}

}  // namespace dala::ml
