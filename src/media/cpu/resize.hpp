// A frame made smaller, bilinear along both axes at once and rounded once.
#pragma once

#include <span>

#include "media/cpu/frame_rows.hpp"

namespace dala::media::cpu {

struct ResizeWork {
  const std::uint32_t* from = nullptr;
  std::size_t from_width = 0;
  std::size_t from_height = 0;
  std::uint32_t* to = nullptr;
  std::size_t width = 0;
  std::size_t height = 0;
  // For each place: the first of two pixels, which may lie one outside, and both weights.
  std::span<const float> across;
  std::span<const float> down;
};

// False when there is no memory for what it needs besides.
[[nodiscard]] bool resize(const ResizeWork& work, const HostThreads& threads);

}  // namespace dala::media::cpu
