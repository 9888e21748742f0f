#include "ml/cpu/blocks.hpp"

#include <algorithm>

namespace dala::ml::cpu {

namespace {

// Pixels that are moved together: their 16 channels stay in the first-level cache.
constexpr std::size_t strip = 64;

}  // namespace

Picture picture_of(const Shape& shape) {
  const auto size = [&](std::size_t axis) {
    return axis < shape.rank() ? static_cast<std::size_t>(shape[axis]) : 1;
  };
  if (shape.rank() == 3) return {size(0), size(1), 1, size(2)};
  return {size(0), size(1), size(2), size(3)};
}

void to_blocks(const Picture& picture, const float* plain, float* blocked,
               const HostThreads& threads) {
  const std::size_t blocks = blocks_of(picture.channels);
  const std::size_t area = picture.area();
  threads.parallel_for(picture.n * blocks, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::size_t first = i % blocks * block;
      const std::size_t count = std::min(block, picture.channels - first);
      const float* from = plain + (i / blocks * picture.channels + first) * area;
      float* to = blocked + i * area * block;
      for (std::size_t start = 0; start < area; start += strip)
        for (std::size_t c = 0; c < block; ++c)
          for (std::size_t p = start; p < std::min(start + strip, area); ++p)
            to[p * block + c] = c < count ? from[c * area + p] : 0;
    }
  });
}

void from_blocks(const Picture& picture, const float* blocked, float* plain,
                 const HostThreads& threads) {
  const std::size_t blocks = blocks_of(picture.channels);
  const std::size_t area = picture.area();
  threads.parallel_for(picture.n * blocks, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::size_t first = i % blocks * block;
      const std::size_t count = std::min(block, picture.channels - first);
      const float* from = blocked + i * area * block;
      float* to = plain + (i / blocks * picture.channels + first) * area;
      for (std::size_t start = 0; start < area; start += strip)
        for (std::size_t c = 0; c < count; ++c)
          for (std::size_t p = start; p < std::min(start + strip, area); ++p)
            to[c * area + p] = from[p * block + c];
    }
  });
}

}  // namespace dala::ml::cpu
