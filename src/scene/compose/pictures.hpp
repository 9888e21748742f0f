// Kernels that make one picture from another: scene_shrink, scene_cut, scene_multiply,
// scene_divide, scene_spread, scene_join.
#pragma once

#include <dala/compute.hpp>

namespace dala::scene {

// As C++ where the device is the CPU, else as text. Those that are there already stay.
[[nodiscard]] Result<void> register_picture_kernels(const Compute& compute, bool host);

}  // namespace dala::scene
