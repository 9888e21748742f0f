#include "compute/losses.hpp"

#include "backend/losses.hpp"
#include "compute/runtime.hpp"

namespace dala {

std::uint64_t losses_of(const Compute& compute) {
  const auto* device = dynamic_cast<const backend::MayBeLost*>(compute.runtime()->device.get());
  return device != nullptr ? device->losses() : 0;
}

}  // namespace dala
