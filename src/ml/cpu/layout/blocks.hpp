// Pictures in blocks of channels: {n, c, h, w} lies as {n, c / 16, h, w, 16}, so that 16 channels
// of a pixel are one or a few vectors. The last block may have channels that mean nothing.
#pragma once

#include <cstddef>

#include <dala/core/kernel_info.hpp>

namespace dala::ml::cpu {

inline constexpr std::size_t block = 16;

[[nodiscard]] constexpr std::size_t blocks_of(std::size_t channels) {
  return (channels + block - 1) / block;
}

// Weights that are laid out in blocks take this many numbers at the most: a few weights may not ask
// for all memory because their channels do not fill blocks.
[[nodiscard]] constexpr std::size_t most_packed(std::size_t weights) {
  return (std::size_t{1} << 26U) + 2 * weights;
}

struct Picture {
  std::size_t n = 1;
  std::size_t channels = 1;
  std::size_t height = 1;
  std::size_t width = 1;

  [[nodiscard]] constexpr std::size_t area() const { return height * width; }
  [[nodiscard]] constexpr std::size_t blocked_elements() const {
    return n * blocks_of(channels) * block * area();
  }
};

// {n, c, w} is one row.
[[nodiscard]] Picture picture_of(const Shape& shape);

void to_blocks(const Picture& picture, const float* plain, float* blocked,
               const HostThreads& threads);
void from_blocks(const Picture& picture, const float* blocked, float* plain,
                 const HostThreads& threads);

// Zeros behind the channels, up to whole blocks.
void pad_channels(const Picture& picture, std::size_t out_blocks, const float* in, float* out,
                  const HostThreads& threads);

}  // namespace dala::ml::cpu
