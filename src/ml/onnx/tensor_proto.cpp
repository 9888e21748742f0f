#include "ml/onnx/tensor_proto.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "ml/graph/element_type.hpp"

namespace dala::ml {

namespace {

static_assert(std::endian::native == std::endian::little, "raw_data is little-endian");

std::unexpected<Error> wrong_length(const onnx::TensorProto& proto, std::size_t have,
                                    std::size_t need) {
  return fail(ErrorCode::bad_file, "the tensor '{}' has {} numbers or bytes and needs {}",
              proto.name(), have, need);
}

// `listed` is the typed field, where each number is an entry.
template <typename T, typename List>
Result<void> fill(const onnx::TensorProto& proto, const List& listed, const TensorView& out) {
  const auto values = out.values<T>();
  if (proto.has_raw_data()) {
    const std::string& raw = proto.raw_data();
    if (raw.size() != out.bytes()) return wrong_length(proto, raw.size(), out.bytes());
    if (!raw.empty()) std::memcpy(out.data, raw.data(), raw.size());
    return {};
  }
  if (static_cast<std::size_t>(listed.size()) != values.size())
    return wrong_length(proto, static_cast<std::size_t>(listed.size()), values.size());
  std::ranges::transform(listed, values.begin(), [](auto value) { return static_cast<T>(value); });
  return {};
}

// How many numbers the file has for it: no shape may ask for more memory than the file justifies.
std::size_t given(const onnx::TensorProto& proto) {
  return std::max({proto.raw_data().size(), static_cast<std::size_t>(proto.float_data_size()),
                   static_cast<std::size_t>(proto.int32_data_size()),
                   static_cast<std::size_t>(proto.int64_data_size()),
                   static_cast<std::size_t>(proto.uint64_data_size()),
                   static_cast<std::size_t>(proto.double_data_size())});
}

Result<void> fill_any(const onnx::TensorProto& proto, const TensorView& out) {
  switch (proto.data_type()) {
    case onnx::TensorProto::FLOAT:
      return fill<float>(proto, proto.float_data(), out);
    case onnx::TensorProto::DOUBLE:
      return fill<double>(proto, proto.double_data(), out);
    case onnx::TensorProto::INT64:
      return fill<std::int64_t>(proto, proto.int64_data(), out);
    case onnx::TensorProto::INT32:
      return fill<std::int32_t>(proto, proto.int32_data(), out);
    case onnx::TensorProto::UINT8:
    case onnx::TensorProto::BOOL:
      return fill<std::uint8_t>(proto, proto.int32_data(), out);
    case onnx::TensorProto::UINT32:
      return fill<std::uint32_t>(proto, proto.uint64_data(), out);
    case onnx::TensorProto::INT8:
      return fill<std::int8_t>(proto, proto.int32_data(), out);
    case onnx::TensorProto::INT16:
      return fill<std::int16_t>(proto, proto.int32_data(), out);
    case onnx::TensorProto::UINT16:
    case onnx::TensorProto::FLOAT16:  // the list has their bits
    case onnx::TensorProto::BFLOAT16:
      return fill<std::uint16_t>(proto, proto.int32_data(), out);
    default:
      std::unreachable();
  }
}

}  // namespace

Result<Tensor> read_tensor(const onnx::TensorProto& proto, const HostMemory& memory) {
  if (proto.data_location() == onnx::TensorProto::EXTERNAL)
    return fail(ErrorCode::unsupported, "the tensor '{}' lies in another file", proto.name());
  DALA_ASSIGN(const DType dtype, dtype_of_onnx(proto.data_type()));
  if (proto.dims_size() > static_cast<int>(Shape::max_rank))
    return fail(ErrorCode::unsupported, "the tensor '{}' has {} dimensions", proto.name(),
                proto.dims_size());
  const Shape shape(std::span(proto.dims().data(), static_cast<std::size_t>(proto.dims_size())));
  DALA_TRY(shape.validate(dtype));
  if (static_cast<std::size_t>(shape.elements()) > given(proto))
    return wrong_length(proto, given(proto), static_cast<std::size_t>(shape.elements()));
  auto tensor = Tensor::make(dtype, shape, memory);
  if (!tensor)
    return fail(tensor.error().code, "the tensor '{}': {}", proto.name(), tensor.error().message);
  DALA_TRY(fill_any(proto, tensor->view));
  return tensor;
}

}  // namespace dala::ml
