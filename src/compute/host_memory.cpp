#include "compute/host_memory.hpp"

#include "compute/runtime.hpp"

namespace dala {

HostMemory HostMemory::of(const Compute& compute) {
  HostMemory memory;
  memory.device_ = compute.runtime()->device;
  return memory;
}

Result<std::shared_ptr<std::byte[]>> HostMemory::allocate(std::size_t bytes) const {
  DALA_ASSIGN(std::shared_ptr<backend::Memory> memory, device_->allocate(bytes));
  std::byte* data = memory->host();
  if (data == nullptr) return fail(ErrorCode::internal, "the device's memory is not the host's");
  return std::shared_ptr<std::byte[]>(std::move(memory), data);
}

}  // namespace dala
