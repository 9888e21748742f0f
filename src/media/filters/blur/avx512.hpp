// A blur with an optional step after it in one pass over the frame, for processors with VNNI, which
// add up products of four bytes in one instruction (vnni.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "media/cpu/frame_rows.hpp"

namespace dala::media::cpu {

// The step after the blur, for a blurred pixel b and the frame's pixel v.
enum class AfterBlur : std::uint8_t {
  nothing,
  sharpen,  // b + amount (4 b - its four neighbours)
  unsharp,  // v + amount (v - b)
};

struct BlurWork {
  std::span<const std::uint32_t>
      weights;        // by distance: of the pixel itself, and of those 1, 2, ... away
  unsigned bits = 8;  // of the weights: 8 or 16
  AfterBlur after = AfterBlur::nothing;
  float amount = 0;  // below 16
  float offset = 0;  // added at the end
};

// Both sides of the frame are larger than the radius and one. False when there is no memory for
// what it needs besides.
[[nodiscard]] bool blur(const FrameRows& frame, const BlurWork& work, const HostThreads& threads);

}  // namespace dala::media::cpu
