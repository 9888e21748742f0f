#include "ml/cpu/layout/blocks.hpp"

#include <algorithm>

#include "ml/cpu/layout/transpose_blocks.hpp"

namespace dala::ml::cpu {

Picture picture_of(const Shape& shape) {
  const auto size = [&](std::size_t axis) {
    return axis < shape.rank() ? static_cast<std::size_t>(shape[axis]) : 1;
  };
  if (shape.rank() == 3) return {size(0), size(1), 1, size(2)};
  return {size(0), size(1), size(2), size(3)};
}

namespace {

// Pixels that one piece of work moves.
constexpr std::size_t strip = 4096;

// Calls body(plain, blocked, pixels, channels) for strips of every block: where the strip begins in
// each layout.
template <typename Body>
void for_each_strip(const Picture& picture, const HostThreads& threads, const Body& body) {
  const std::size_t blocks = blocks_of(picture.channels);
  const std::size_t area = picture.area();
  const std::size_t strips = (area + strip - 1) / strip;
  threads.parallel_for(picture.n * blocks * strips, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::size_t b = i / strips;
      const std::size_t start = i % strips * strip;
      const std::size_t first = b % blocks * block;
      body((b / blocks * picture.channels + first) * area + start, (b * area + start) * block,
           std::min(strip, area - start), std::min(block, picture.channels - first));
    }
  });
}

}  // namespace

void to_blocks(const Picture& picture, const float* plain, float* blocked,
               const HostThreads& threads) {
  for_each_strip(picture, threads,
                 [&](std::size_t from, std::size_t to, std::size_t pixels, std::size_t channels) {
                   turn({plain + from, channels, pixels, picture.area(), blocked + to, block});
                   if (channels < block)
                     for (std::size_t p = 0; p < pixels; ++p)
                       std::fill_n(blocked + to + p * block + channels, block - channels, 0.0F);
                 });
}

void from_blocks(const Picture& picture, const float* blocked, float* plain,
                 const HostThreads& threads) {
  for_each_strip(picture, threads,
                 [&](std::size_t to, std::size_t from, std::size_t pixels, std::size_t channels) {
                   turn({blocked + from, pixels, channels, block, plain + to, picture.area()});
                 });
}

void pad_channels(const Picture& picture, std::size_t out_blocks, const float* in, float* out,
                  const HostThreads& threads) {
  const std::size_t blocks = blocks_of(picture.channels);
  const std::size_t area = picture.area();
  const std::size_t strips = (area + strip - 1) / strip;
  const std::size_t left = picture.channels % block;  // channels of a last block that is not full
  threads.parallel_for(picture.n * out_blocks * strips, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::size_t plane = i / strips;
      const std::size_t b = plane % out_blocks;
      const std::size_t start = i % strips * strip;
      const std::size_t floats = std::min(strip, area - start) * block;
      float* to = out + (plane * area + start) * block;
      if (b >= blocks) {
        std::fill_n(to, floats, 0.0F);
        continue;
      }
      std::copy_n(in + ((plane / out_blocks * blocks + b) * area + start) * block, floats, to);
      if (b + 1 < blocks || left == 0) continue;
      for (std::size_t p = 0; p < floats; p += block)
        std::fill(to + p + left, to + p + block, 0.0F);
    }
  });
}

}  // namespace dala::ml::cpu
