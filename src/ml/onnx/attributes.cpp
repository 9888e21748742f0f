#include "ml/onnx/attributes.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "ml/onnx/tensor_proto.hpp"

namespace dala::ml {

namespace {

// What attributes mean is the same for all operators that have them, but for `value`. One of
// another type would count as missing, and the answer would be a wrong one.
Result<void> check_type(const onnx::AttributeProto& proto) {
  using Type = onnx::AttributeProto;
  struct Known {
    std::string_view name;
    Type::AttributeType type;
  };
  static constexpr std::array known{
      Known{"allowzero", Type::INT},
      Known{"alpha", Type::FLOAT},
      Known{"auto_pad", Type::STRING},
      Known{"axes", Type::INTS},
      Known{"axis", Type::INT},
      Known{"beta", Type::FLOAT},
      Known{"blocksize", Type::INT},
      Known{"ceil_mode", Type::INT},
      Known{"coordinate_transformation_mode", Type::STRING},
      Known{"count_include_pad", Type::INT},
      Known{"cubic_coeff_a", Type::FLOAT},
      Known{"dilations", Type::INTS},
      Known{"end", Type::INT},
      Known{"ends", Type::INTS},
      Known{"epsilon", Type::FLOAT},
      Known{"exclude_outside", Type::INT},
      Known{"group", Type::INT},
      Known{"keepdims", Type::INT},
      Known{"kernel_shape", Type::INTS},
      Known{"max", Type::FLOAT},
      Known{"min", Type::FLOAT},
      Known{"mode", Type::STRING},
      Known{"nearest_mode", Type::STRING},
      Known{"noop_with_empty_axes", Type::INT},
      Known{"output_padding", Type::INTS},
      Known{"output_shape", Type::INTS},
      Known{"pads", Type::INTS},
      Known{"perm", Type::INTS},
      Known{"scales", Type::FLOATS},
      Known{"select_last_index", Type::INT},
      Known{"split", Type::INTS},
      Known{"start", Type::INT},
      Known{"starts", Type::INTS},
      Known{"strides", Type::INTS},
      Known{"to", Type::INT},
      Known{"training_mode", Type::INT},
      Known{"transA", Type::INT},
      Known{"transB", Type::INT},
  };
  const auto* found = std::ranges::find(known, proto.name(), &Known::name);
  if (found == known.end() || found->type == proto.type()) return {};
  return fail(ErrorCode::bad_file, "its attribute '{}' is of the wrong type", proto.name());
}

}  // namespace

Result<void> read_attribute(const onnx::AttributeProto& proto, Attributes& attributes) {
  DALA_TRY(check_type(proto));
  switch (proto.type()) {
    case onnx::AttributeProto::INT:
      attributes.set(proto.name(), proto.i());
      return {};
    case onnx::AttributeProto::FLOAT:
      attributes.set(proto.name(), proto.f());
      return {};
    case onnx::AttributeProto::STRING:
      attributes.set(proto.name(), proto.s());
      return {};
    case onnx::AttributeProto::INTS:
      attributes.set(proto.name(),
                     std::vector<std::int64_t>(proto.ints().begin(), proto.ints().end()));
      return {};
    case onnx::AttributeProto::FLOATS:
      attributes.set(proto.name(),
                     std::vector<float>(proto.floats().begin(), proto.floats().end()));
      return {};
    case onnx::AttributeProto::TENSOR: {
      DALA_ASSIGN(Tensor tensor, read_tensor(proto.t()));
      attributes.set(proto.name(), std::move(tensor));
      return {};
    }
    default:
      return fail(ErrorCode::unsupported, "the attribute '{}' is of a kind that is not supported",
                  proto.name());
  }
}

}  // namespace dala::ml
