// Compositing as a kernel in the host's memory, for devices that are the CPU.
#pragma once

#include <dala/core/kernel_info.hpp>

namespace dala::scene {

// Inputs: the table of whole numbers, that of real ones, and `slots` layers. Output: the target, in
// place. Parameters: the numbers of regions and of items.
[[nodiscard]] Result<void> compose_on_host(const HostCall& call);

}  // namespace dala::scene
