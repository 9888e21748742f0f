#include "ml/graph/tensor.hpp"

#include <algorithm>

#include "core/dispatch.hpp"

namespace dala::ml {

namespace {

template <typename To>
std::vector<To> convert(const TensorView& tensor) {
  return visit_arithmetic(tensor.dtype, [&]<typename T>(Type<T>) {
    const auto values = tensor.values<T>();
    std::vector<To> out(values.size());
    std::ranges::transform(values, out.begin(), [](T v) { return static_cast<To>(v); });
    return out;
  });
}

}  // namespace

Result<Memory> Memory::allocate(std::size_t bytes, const HostMemory& from) {
  Memory memory;
  // Padded so that a whole vector can be read at the last element.
  if (from) {
    DALA_ASSIGN(memory.bytes_, from.allocate(bytes + alignment));
    return memory;
  }
  void* raw = ::operator new[](bytes + alignment, std::align_val_t{alignment}, std::nothrow);
  if (raw == nullptr) return fail(ErrorCode::out_of_memory, "no room for {} bytes", bytes);
  memory.bytes_ = std::shared_ptr<std::byte[]>(static_cast<std::byte*>(raw), Free{});
  return memory;
}

Result<Tensor> Tensor::make(DType dtype, const Shape& shape, const HostMemory& from) {
  DALA_TRY(shape.validate(dtype));
  Tensor tensor{.view = {dtype, shape, nullptr}, .memory = {}};
  DALA_ASSIGN(tensor.memory, Memory::allocate(tensor.view.bytes(), from));
  tensor.view.data = tensor.memory.data();
  return tensor;
}

Result<Tensor> Tensor::of_integers(std::span<const std::int64_t> values) {
  DALA_ASSIGN(Tensor tensor, make(DType::s64, Shape({static_cast<std::int64_t>(values.size())})));
  std::ranges::copy(values, tensor.view.values<std::int64_t>().begin());
  return tensor;
}

std::vector<std::int64_t> integers_of(const TensorView& tensor) {
  return convert<std::int64_t>(tensor);
}

ShortList short_list_of(const TensorView& tensor) {
  return visit_arithmetic(tensor.dtype, [&]<typename T>(Type<T>) {
    ShortList list;
    for (const T value : tensor.values<T>()) list.push_back(static_cast<std::int64_t>(value));
    return list;
  });
}

std::vector<float> floats_of(const TensorView& tensor) { return convert<float>(tensor); }

}  // namespace dala::ml
