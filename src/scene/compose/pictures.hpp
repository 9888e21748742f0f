// Kernels that make one image from another.
#pragma once

#include <string>

#include <dala/compute.hpp>

namespace dala::scene {

// Their names in a Compute.
struct PictureKernels {
  std::string shrink, cut, premultiply, unpremultiply, spread, join;
};

// Registers them: the CPU runs their variants in C++, other devices their sources.
[[nodiscard]] Result<PictureKernels> register_picture_kernels(const Compute& compute);

}  // namespace dala::scene
