// Frames as numbers for networks.
#pragma once

#include <dala/core/kernel_info.hpp>

namespace dala::media::cpu {

// All of red, then green, then blue, each times a scale plus an offset of its own. `count` pixels.
void to_planes(const std::uint32_t* pixels, std::size_t count, const float* scale,
               const float* offset, float* to, const HostThreads& threads);

}  // namespace dala::media::cpu
