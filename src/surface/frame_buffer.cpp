#include "surface/frame_buffer.hpp"

#include <array>

#include "core/error.hpp"

#ifdef DALA_HAS_DLPACK
#include <dlpack/dlpack.h>
#endif

namespace dala::surface {

namespace {

// Whether buffers can be the host's memory: then nothing is copied.
bool in_place(const Compute& compute) {
#ifdef DALA_HAS_DLPACK
  return !compute.is_gpu();
#else
  static_cast<void>(compute);
  return false;
#endif
}

#ifdef DALA_HAS_DLPACK

struct Lent {
  DLManagedTensor tensor;
  std::array<std::int64_t, 3> shape;
  FramePixels pixels;
};

Result<Buffer> lend(const Compute& compute, const FramePixels& pixels, const Shape& shape) {
  auto lent = std::make_unique<Lent>();
  lent->shape = {shape[0], shape[1], shape[2]};
  lent->pixels = pixels;
  DLTensor& tensor = lent->tensor.dl_tensor;
  tensor = {};
  tensor.data = pixels.get();
  tensor.device = {kDLCPU, 0};
  tensor.ndim = 3;
  tensor.dtype = {kDLUInt, 8, 1};
  tensor.shape = lent->shape.data();
  lent->tensor.manager_ctx = lent.get();
  lent->tensor.deleter = [](DLManagedTensor* self) {
    delete static_cast<Lent*>(self->manager_ctx);
  };
  DALA_ASSIGN(Buffer buffer, compute.from_dlpack(&lent->tensor));
  static_cast<void>(lent.release());  // owned by the buffer now
  return buffer;
}

#endif

}  // namespace

Result<Buffer> wrap_frame(const Compute& compute, [[maybe_unused]] const FramePixels& pixels,
                          const Shape& shape) {
#ifdef DALA_HAS_DLPACK
  if (in_place(compute)) return lend(compute, pixels, shape);
#endif
  return compute.buffer_zeros(shape, DType::u8);
}

Result<void> run_on_frame(const Compute& compute, std::string_view kernel, const BufferList& inputs,
                          const Buffer& output, const Params& params, const FramePixels& pixels,
                          std::size_t bytes) {
  if (in_place(compute)) return compute.run_kernel(kernel, inputs, output, params);
  const std::span<std::byte> memory(reinterpret_cast<std::byte*>(pixels.get()), bytes);
  DALA_TRY(output.write_bytes(memory));
  DALA_TRY(compute.run_kernel(kernel, inputs, output, params));
  return output.read_into(memory);
}

}  // namespace dala::surface
