// Colours through a three-dimensional table, in vectors.
#pragma once

#include <array>
#include <span>

#include "media/cpu/frame_rows.hpp"

namespace dala::media::cpu {

struct LutWork {
  std::span<const std::uint32_t> table;  // ten bits a channel, red counts fastest
  float last = 1;                        // the number of the last entry along an axis
  std::array<float, 3> scale = {};       // from bytes to entries: scale v + base
  std::array<float, 3> base = {};
};

void lut(const FrameRows& frame, const LutWork& work, const HostThreads& threads);

}  // namespace dala::media::cpu
