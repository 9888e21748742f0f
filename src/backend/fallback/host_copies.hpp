// The tensors of a call as copies in host memory, for when the host does the work of a device whose
// memory it does not see.
//
//   DALA_ASSIGN(HostCopies copies, HostCopies::fetch(device, call));
//   DALA_TRY(cpu_executable.launch(copies.call()));
//   DALA_TRY(copies.store(device, call));
#pragma once

#include <memory>

#include <dala/core/small_vector.hpp>

#include "backend/device.hpp"

namespace dala::backend {

class HostCopies {
 public:
  // Copies inputs and outputs: a kernel may leave parts of its outputs as they were.
  [[nodiscard]] static Result<HostCopies> fetch(Device& device, const KernelCall& call);

  [[nodiscard]] KernelCall call() const {
    return {kernel_, inputs_.view(), outputs_.view(), params_};
  }
  // Writes the outputs back.
  [[nodiscard]] Result<void> store(Device& device, const KernelCall& call) const;

 private:
  [[nodiscard]] Result<TensorRef> copy_of(Device& device, const TensorRef& tensor, bool is_output);

  // Tensors that share memory share the copy.
  struct Copy {
    const Memory* of = nullptr;
    std::shared_ptr<Memory> memory;
  };

  std::string_view kernel_;
  std::span<const ParamValue> params_;
  SmallVector<TensorRef, 4> inputs_;
  SmallVector<TensorRef, 2> outputs_;
  SmallVector<Copy, 4> copies_;
};

}  // namespace dala::backend
