// Frames as functions for the CPU get them.
#pragma once

#include <cstddef>
#include <cstdint>

#include <dala/core/kernel_info.hpp>

namespace dala::media::cpu {

struct FrameRows {
  const std::uint8_t* from = nullptr;
  std::uint8_t* to = nullptr;
  std::size_t width = 0;
  std::size_t height = 0;

  [[nodiscard]] std::size_t stride() const { return width * 4; }
  // Buffers begin at the start of a cache line.
  [[nodiscard]] const std::uint32_t* pixels() const {
    return reinterpret_cast<const std::uint32_t*>(from);
  }
  [[nodiscard]] std::uint32_t* to_pixels() const { return reinterpret_cast<std::uint32_t*>(to); }
};

// The stage's first frame, and what it writes.
[[nodiscard]] inline FrameRows rows_of(const HostCall& call) {
  const Shape& shape = call.outputs[0].shape;
  return {.from = call.inputs[0].values<const std::uint8_t>().data(),
          .to = call.outputs[0].values<std::uint8_t>().data(),
          .width = static_cast<std::size_t>(shape[1]),
          .height = static_cast<std::size_t>(shape[0])};
}

// Where a place beyond the edges lies inside, without repeating the outermost.
[[nodiscard]] inline std::size_t mirrored(std::ptrdiff_t at, std::size_t size) {
  const auto last = static_cast<std::ptrdiff_t>(size) - 1;
  if (last == 0) return 0;
  while (at < 0 || at > last) at = at < 0 ? -at : (2 * last) - at;
  return static_cast<std::size_t>(at);
}

}  // namespace dala::media::cpu
