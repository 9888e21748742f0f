// The bilateral filter in vectors of floats.
#pragma once

#include "media/cpu/frame_rows.hpp"

namespace dala::media::cpu {

struct BilateralWork {
  std::size_t radius = 0;  // at most 6
  float space = 0;         // weights are exp(space d^2 + color c^2)
  float color = 0;
};

// False when there is no memory for what it needs besides.
[[nodiscard]] bool bilateral(const FrameRows& frame, const BilateralWork& work,
                             const HostThreads& threads);

}  // namespace dala::media::cpu
