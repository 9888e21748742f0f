// Kernels that make one picture from another.
#pragma once

#include <string>

#include <dala/compute.hpp>

namespace dala::scene {

// Their names in a Compute.
struct PictureKernels {
  std::string shrink, cut, multiply, divide, spread, join;
};

// As C++ where the device is the CPU, else as text.
[[nodiscard]] Result<PictureKernels> register_picture_kernels(const Compute& compute);

}  // namespace dala::scene
