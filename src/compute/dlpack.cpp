// Tensors to and from other libraries through DLPack, without a copy where memory allows it.
#include <dala/compute.hpp>

#include "compute/runtime.hpp"
#include "core/error.hpp"

#ifdef DALA_HAS_DLPACK

#include <cstring>

#include <dlpack/dlpack.h>

namespace dala {

namespace {

// What an exported tensor needs to stay valid.
struct Export {
  DLManagedTensor tensor;
  std::array<std::int64_t, Shape::max_rank> shape;
  std::shared_ptr<Buffer::State> buffer;
  std::shared_ptr<backend::Memory> memory;
};

void delete_export(DLManagedTensor* tensor) { delete static_cast<Export*>(tensor->manager_ctx); }

// What DLPack 0.8 and later call kDLBool; earlier headers do not name it.
constexpr std::uint8_t dlpack_bool = 6;

DLDataType to_dlpack_type(DType dtype) {
  const DTypeInfo& info = info_of(dtype);
  const auto bits = static_cast<std::uint8_t>(info.bits);
  switch (info.kind) {
    case ScalarKind::boolean:
      return {dlpack_bool, bits, 1};
    case ScalarKind::unsigned_integer:
      return {kDLUInt, bits, 1};
    case ScalarKind::signed_integer:
      return {kDLInt, bits, 1};
    case ScalarKind::floating:
      return {static_cast<std::uint8_t>(dtype == DType::bf16 ? kDLBfloat : kDLFloat), bits, 1};
  }
  std::unreachable();
}

Result<DType> from_dlpack_type(DLDataType type) {
  for (DType dtype : all_dtypes) {
    const DLDataType known = to_dlpack_type(dtype);
    if (known.code == type.code && known.bits == type.bits && type.lanes == 1) return dtype;
  }
  return fail(ErrorCode::wrong_dtype,
              "a DLPack tensor of type code {}, {} bits, {} lanes has no dtype here", type.code,
              type.bits, type.lanes);
}

Result<Shape> from_dlpack_shape(const DLTensor& tensor, DType dtype) {
  if (tensor.ndim < 0 || tensor.ndim > static_cast<int>(Shape::max_rank))
    return fail(ErrorCode::invalid_shape, "a DLPack tensor has {} dimensions; 0 to {} are possible",
                tensor.ndim, Shape::max_rank);
  if (tensor.ndim > 0 && tensor.shape == nullptr)
    return fail(ErrorCode::invalid_shape, "a DLPack tensor has no shape");
  const Shape shape(std::span(tensor.shape, static_cast<std::size_t>(tensor.ndim)));
  DALA_TRY(shape.validate(dtype));
  return shape;
}

bool is_contiguous(const DLTensor& tensor, const Shape& shape) {
  if (tensor.strides == nullptr) return true;
  std::int64_t expected = 1;
  for (std::size_t i = shape.rank(); i-- > 0;) {
    if (shape[i] != 1 && tensor.strides[i] != expected) return false;
    expected *= shape[i];
  }
  return true;
}

// Gathers a tensor with gaps or another order of dimensions.
std::vector<std::byte> gather(const DLTensor& tensor, const Shape& shape, DType dtype,
                              const std::byte* data) {
  const std::size_t size = size_of(dtype);
  const auto count = static_cast<std::size_t>(shape.elements());
  std::vector<std::byte> out(count * size);
  std::array<std::int64_t, Shape::max_rank> index{};
  std::int64_t offset = 0;
  for (std::size_t i = 0; i < count; ++i) {
    std::memcpy(&out[i * size], data + offset * static_cast<std::int64_t>(size), size);
    for (std::size_t axis = shape.rank(); axis-- > 0;) {
      offset += tensor.strides[axis];
      if (++index[axis] < shape[axis]) break;
      offset -= tensor.strides[axis] * shape[axis];
      index[axis] = 0;
    }
  }
  return out;
}

void release(DLManagedTensor* tensor) {
  if (tensor->deleter != nullptr) tensor->deleter(tensor);
}

}  // namespace

Result<Buffer> Compute::from_dlpack(DLManagedTensor* managed) const {
  if (managed == nullptr)
    return fail(ErrorCode::invalid_handle, "from_dlpack: no tensor was given");
  DALA_ASSIGN(Runtime* const runtime, live());
  const DLTensor& tensor = managed->dl_tensor;
  if (tensor.device.device_type != kDLCPU)
    return fail(ErrorCode::unsupported,
                "a DLPack tensor on device type {} cannot be taken; copy it to the CPU first",
                static_cast<int>(tensor.device.device_type));
  DALA_ASSIGN(const DType dtype, from_dlpack_type(tensor.dtype));
  DALA_ASSIGN(const Shape shape, from_dlpack_shape(tensor, dtype));
  const std::size_t bytes = static_cast<std::size_t>(shape.elements()) * size_of(dtype);
  if (tensor.data == nullptr && bytes > 0)
    return fail(ErrorCode::invalid_argument, "a DLPack tensor of {} bytes has no data", bytes);
  // A tensor that this library exported becomes the same buffer again, so that hazards are still
  // tracked.
  if (managed->deleter == delete_export) {
    const auto* ours = static_cast<const Export*>(managed->manager_ctx);
    if (ours->buffer->runtime.lock() == runtime_ && !ours->buffer->is_freed()) {
      Buffer buffer(ours->buffer);
      release(managed);
      return buffer;
    }
  }
  auto* data = static_cast<std::byte*>(tensor.data) + tensor.byte_offset;
  if (is_contiguous(tensor, shape)) {
    auto adopted = runtime->device->adopt({data, bytes}, [managed] { release(managed); });
    if (adopted) return runtime->wrap(std::move(*adopted), shape, dtype);
    DALA_ASSIGN(auto copied, buffer_from_bytes({data, bytes}, shape, dtype));
    release(managed);
    return copied;
  }
  DALA_ASSIGN(auto gathered, buffer_from_bytes(gather(tensor, shape, dtype, data), shape, dtype));
  release(managed);
  return gathered;
}

Result<DLManagedTensor*> Compute::to_dlpack(const Buffer& buffer) const {
  DALA_ASSIGN(Runtime* const runtime, live());
  DALA_ASSIGN(auto memory, runtime->settled_memory(buffer));
  if (memory->host() == nullptr)
    return fail(ErrorCode::unsupported, "the memory of device {} cannot be seen by the host",
                device_info().id);
  auto owned = std::make_unique<Export>();
  owned->buffer = buffer.state();
  owned->memory = std::move(memory);
  const Shape& shape = buffer.shape();
  for (std::size_t i = 0; i < shape.rank(); ++i) owned->shape[i] = shape[i];
  DLTensor& tensor = owned->tensor.dl_tensor;
  tensor.data = owned->memory->host();
  tensor.device = {kDLCPU, 0};
  tensor.ndim = static_cast<int>(shape.rank());
  tensor.dtype = to_dlpack_type(buffer.dtype());
  tensor.shape = owned->shape.data();
  tensor.strides = nullptr;
  tensor.byte_offset = 0;
  owned->tensor.manager_ctx = owned.get();
  owned->tensor.deleter = delete_export;
  return &owned.release()->tensor;
}

}  // namespace dala

#else

namespace dala {

Result<Buffer> Compute::from_dlpack(DLManagedTensor* /*tensor*/) const {
  return fail(ErrorCode::unsupported, "this build has no DLPack support");
}

Result<DLManagedTensor*> Compute::to_dlpack(const Buffer& /*buffer*/) const {
  return fail(ErrorCode::unsupported, "this build has no DLPack support");
}

}  // namespace dala

#endif
