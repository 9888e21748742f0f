// Memory of the host that counts against the limit of a Compute: for layers above, which keep more
// there than buffers. A model on the CPU has its weights and what lies between its steps in it.
#pragma once

#include <cstddef>
#include <memory>

#include "core/error.hpp"

namespace dala {

class Compute;

namespace backend {
class Device;
}

class HostMemory {
 public:
  HostMemory() = default;  // nobody's: allocates nothing
  // Of a Compute whose device's memory is the host's. Does not keep the Compute.
  [[nodiscard]] static HostMemory of(const Compute& compute);

  [[nodiscard]] explicit operator bool() const { return device_ != nullptr; }
  // Aligned as buffers are. Error `out_of_memory` with the sizes before anything is allocated.
  [[nodiscard]] Result<std::shared_ptr<std::byte[]>> allocate(std::size_t bytes) const;

 private:
  std::shared_ptr<backend::Device> device_;
};

}  // namespace dala
