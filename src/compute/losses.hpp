// How often a Compute's device was lost with all that its buffers held.
#pragma once

#include <cstdint>

#include <dala/compute.hpp>

namespace dala {

// When this number has changed, the contents of all buffers have to be written again.
[[nodiscard]] std::uint64_t losses_of(const Compute& compute);

}  // namespace dala
