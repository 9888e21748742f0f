// The least or greatest value of the square around each pixel, in vectors on the CPU.
#pragma once

#include "media/cpu/frame_rows.hpp"
#include "media/filters/morphology/run.hpp"

namespace dala::media::cpu {

struct SquareExtreme {
  Extreme extreme = Extreme::least;
  std::uint32_t radius = 0;  // at least 1
};

// False where there is no memory for what it keeps in between.
[[nodiscard]] bool square_extreme(const FrameRows& frame, const SquareExtreme& work,
                                  const HostThreads& threads);

}  // namespace dala::media::cpu
