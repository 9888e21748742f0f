// Devices that may be reset, which loses everything in their memory. They recover by themselves;
// the owners of the contents write them again.
#pragma once

#include <cstdint>

namespace dala::backend {

class MayBeLost {
 public:
  virtual ~MayBeLost() = default;
  // How often that has happened. From any thread.
  [[nodiscard]] virtual std::uint64_t losses() const = 0;
};

}  // namespace dala::backend
