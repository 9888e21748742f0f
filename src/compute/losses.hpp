// How often a Compute's device was lost with all that its buffers held.
#pragma once

#include <cstdint>

#include <dala/compute.hpp>

namespace dala {

// Another number than before: everything that is to be in buffers has to be written again.
[[nodiscard]] std::uint64_t losses_of(const Compute& compute);

}  // namespace dala
