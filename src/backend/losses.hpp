// Devices that may be reset, and all that was in their memory with them. They work again by
// themselves; whoever has something there writes it again.
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
