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

void pad_channels(const Picture& picture, std::size_t out_blocks, const float* in, float* out,
                  const HostThreads& threads) {
  const std::size_t blocks = blocks_of(picture.channels);
  const std::size_t plane = picture.area() * block;
  const std::size_t left = picture.channels % block;  // channels of a last block that is not full
  threads.parallel_for(picture.n * out_blocks, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::size_t b = i % out_blocks;
      const float* from = in + (i / out_blocks * blocks + b) * plane;
      float* to = out + i * plane;
      if (b >= blocks) {
        std::fill_n(to, plane, 0.0F);
        continue;
      }
      std::copy_n(from, plane, to);
      if (b + 1 < blocks || left == 0) continue;
      for (std::size_t p = 0; p < plane; p += block) std::fill(to + p + left, to + p + block, 0.0F);
    }
  });
}

}  // namespace dala::ml::cpu
