// The kernel that composes a scene, for every device that is not the CPU.
#pragma once

#include <cstddef>
#include <string>

#include <dala/core/error.hpp>

namespace dala::scene {

// What compose_on_host does, one pixel each, of up to `slots` layers.
[[nodiscard]] Result<std::string> compose_source(std::size_t slots);

}  // namespace dala::scene
