// Filters of single pixels, for processors with AVX-512 (vnni.hpp). They compute what the filters'
// texts compute, step by step, so the result is the same to the last bit.
#pragma once

#include <array>

#include "media/cpu/frame_rows.hpp"

namespace dala::media::cpu {

// Red, green and blue become sums of all three; by rows.
void mix_channels(const FrameRows& frame, const std::array<float, 9>& matrix,
                  const HostThreads& threads);

// Each channel goes towards that of the other frame by `opacity` times the other's alpha, a share
// of 0 to 1.
void blend(const FrameRows& frame, const std::uint8_t* other, float opacity,
           const HostThreads& threads);

}  // namespace dala::media::cpu
