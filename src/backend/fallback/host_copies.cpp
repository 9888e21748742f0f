#include "backend/fallback/host_copies.hpp"

#include <limits>

#include "backend/cpu/cpu_memory.hpp"
#include "core/error.hpp"
#include "core/forever.hpp"

namespace dala::backend {

Result<HostCopies> HostCopies::fetch(Device& device, const KernelCall& call) {
  HostCopies copies;
  copies.kernel_ = call.kernel;
  copies.params_ = call.params;
  for (const TensorRef& tensor : call.inputs) {
    DALA_ASSIGN(auto copy, copies.copy_of(device, tensor, false));
    copies.inputs_.push_back(copy);
  }
  for (const TensorRef& tensor : call.outputs) {
    DALA_ASSIGN(auto copy, copies.copy_of(device, tensor, true));
    copies.outputs_.push_back(copy);
  }
  return copies;
}

Result<TensorRef> HostCopies::copy_of(Device& device, const TensorRef& tensor, bool is_output) {
  for (const Copy& copy : copies_)
    if (copy.of == tensor.memory) return TensorRef{copy.memory.get(), tensor.dtype, tensor.shape};
  // Not counted against a memory limit: the device's budget has counted the tensor already.
  static const Forever<std::shared_ptr<MemoryBudget>> budget(
      std::make_shared<MemoryBudget>(std::numeric_limits<std::uint64_t>::max()));
  const std::size_t bytes = tensor.memory->size();
  DALA_ASSIGN(std::shared_ptr<Memory> memory, cpu::allocate_memory(*budget, bytes));
  // An output whose contents were lost with the device need not be read: the kernel writes it.
  if (auto read = device.read(*tensor.memory, {memory->host(), bytes});
      !read && !(is_output && read.error().code == ErrorCode::device_lost))
    return std::unexpected(std::move(read.error()));
  const TensorRef copy{memory.get(), tensor.dtype, tensor.shape};
  copies_.push_back({tensor.memory, std::move(memory)});
  return copy;
}

Result<void> HostCopies::store(Device& device, const KernelCall& call) const {
  for (std::size_t i = 0; i < outputs_.size(); ++i)
    DALA_TRY(
        device.write(*call.outputs[i].memory, {outputs_[i].memory->host(), outputs_[i].bytes()}));
  return {};
}

}  // namespace dala::backend
