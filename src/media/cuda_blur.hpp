// A blur with sharpening and brightness after it as one kernel written for CUDA by hand
// (kernels/cuda/blur_chain.cu): the frame goes through memory once.
#pragma once

#include <optional>

#include <dala/kernel.hpp>

#include "media/stages.hpp"

namespace dala::media {

// Puts one stage in the place of such rows of stages. Its text does the same, to the last bit.
void join_blurs(ChainPlan& plan);

// The kernel for CUDA of a stage that join_blurs has made; nothing for others.
[[nodiscard]] std::optional<NativeKernel> cuda_blur(const Stage& stage);

}  // namespace dala::media
