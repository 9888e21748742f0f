// Point-wise filters for processors with AVX-512 (vnni.hpp). They compute the same as the filters'
// sources, to the last bit.
#pragma once

#include <span>

#include "media/cpu/frame_rows.hpp"

namespace dala::media::cpu {

enum class PixelKind : std::uint8_t {
  // Red, green and blue become sums of all three; nine factors by rows, in steps of 1 /
  // matrix_unit.
  mix,
  // Each channel is looked up in a table of its own: 256 bytes for red, for green and for blue.
  curves,
  // Darker towards the corners: the x and y of the centre, the scale of distances from
  // it,
  // the strength, and the distance where it begins.
  vignette,
};

struct PixelStep {
  PixelKind kind = PixelKind::mix;
  const float* numbers = nullptr;
  const std::uint8_t* table = nullptr;
};

// Applies all steps to a few pixels at a time, so that the frame goes through memory once.
void run_steps(const FrameRows& frame, std::span<const PixelStep> steps,
               const HostThreads& threads);

// Each channel goes towards that of the other frame by `opacity` times the other's alpha, a share
// of 0 to 1.
void blend(const FrameRows& frame, const std::uint8_t* other, float opacity,
           const HostThreads& threads);

}  // namespace dala::media::cpu
