#include "ml/onnx/tensor_proto.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "ml/graph/element_type.hpp"

namespace dala::ml {

namespace {

static_assert(std::endian::native == std::endian::little, "raw_data is little-endian");

float widen_half(std::uint16_t half) {
  const std::uint32_t sign = (half & 0x8000U) << 16U;
  const std::uint32_t exponent = (half >> 10U) & 0x1fU;
  const std::uint32_t fraction = half & 0x3ffU;
  if (exponent == 0) {
    const float magnitude = static_cast<float>(fraction) * 0x1p-24F;
    return sign == 0 ? magnitude : -magnitude;
  }
  const std::uint32_t wide = exponent == 31 ? 0xffU : exponent + 112;
  return std::bit_cast<float>(sign | (wide << 23U) | (fraction << 13U));
}

float widen_bfloat(std::uint16_t value) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(value) << 16U);
}

std::unexpected<Error> wrong_length(const onnx::TensorProto& proto, std::size_t have,
                                    std::size_t need) {
  return fail(ErrorCode::bad_file, "the tensor '{}' has {} numbers or bytes and needs {}",
              proto.name(), have, need);
}

// `From` is the element type in raw_data; `listed` is the typed field, where each number is an
// entry.
template <typename From, typename To, typename List, typename Convert>
Result<void> fill(const onnx::TensorProto& proto, const List& listed, const TensorView& out,
                  const Convert& convert) {
  const auto values = out.values<To>();
  if (proto.has_raw_data()) {
    const std::string& raw = proto.raw_data();
    if (raw.size() != values.size() * sizeof(From))
      return wrong_length(proto, raw.size(), values.size() * sizeof(From));
    for (std::size_t i = 0; i < values.size(); ++i) {
      From value;
      std::memcpy(&value, raw.data() + i * sizeof(From), sizeof(From));
      values[i] = convert(value);
    }
    return {};
  }
  if (static_cast<std::size_t>(listed.size()) != values.size())
    return wrong_length(proto, static_cast<std::size_t>(listed.size()), values.size());
  std::ranges::transform(listed, values.begin(),
                         [&](auto value) { return convert(static_cast<From>(value)); });
  return {};
}

template <typename T, typename List>
Result<void> fill_same(const onnx::TensorProto& proto, const List& listed, const TensorView& out) {
  return fill<T, T>(proto, listed, out, [](T value) { return value; });
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
      return fill_same<float>(proto, proto.float_data(), out);
    case onnx::TensorProto::DOUBLE:
      return fill_same<double>(proto, proto.double_data(), out);
    case onnx::TensorProto::INT64:
      return fill_same<std::int64_t>(proto, proto.int64_data(), out);
    case onnx::TensorProto::INT32:
      return fill_same<std::int32_t>(proto, proto.int32_data(), out);
    case onnx::TensorProto::UINT8:
    case onnx::TensorProto::BOOL:
      return fill_same<std::uint8_t>(proto, proto.int32_data(), out);
    case onnx::TensorProto::UINT32:
      return fill_same<std::uint32_t>(proto, proto.uint64_data(), out);
    case onnx::TensorProto::INT8:
      return fill_same<std::int8_t>(proto, proto.int32_data(), out);
    case onnx::TensorProto::INT16:
      return fill_same<std::int16_t>(proto, proto.int32_data(), out);
    case onnx::TensorProto::UINT16:
      return fill_same<std::uint16_t>(proto, proto.int32_data(), out);
    case onnx::TensorProto::FLOAT16:
      return fill<std::uint16_t, float>(proto, proto.int32_data(), out, widen_half);
    case onnx::TensorProto::BFLOAT16:
      return fill<std::uint16_t, float>(proto, proto.int32_data(), out, widen_bfloat);
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
