#include "text/engine/blur.hpp"

#include <vector>

namespace dala::text {

namespace {

// The mean of 2 * radius + 1 values, `step` apart from each other; those outside are 0.
void mean(std::uint8_t* line, std::size_t count, std::size_t step, std::size_t radius,
          std::vector<std::uint8_t>& copy) {
  if (radius == 0) return;
  copy.resize(count);
  for (std::size_t i = 0; i < count; ++i) copy[i] = line[i * step];
  const auto size = static_cast<std::uint32_t>(2 * radius + 1);
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < radius && i < count; ++i) sum += copy[i];
  for (std::size_t i = 0; i < count; ++i) {
    if (i + radius < count) sum += copy[i + radius];
    line[i * step] = static_cast<std::uint8_t>((sum + size / 2) / size);
    if (i >= radius) sum -= copy[i - radius];
  }
}

}  // namespace

void blur(std::span<std::uint8_t> mask, std::size_t width, int reach) {
  if (reach <= 0 || mask.empty()) return;
  const std::size_t height = mask.size() / width;
  std::vector<std::uint8_t> copy;
  for (int pass = 0; pass < 3; ++pass) {
    const auto radius = static_cast<std::size_t>((reach + pass) / 3);
    for (std::size_t y = 0; y < height; ++y) mean(mask.data() + y * width, width, 1, radius, copy);
    for (std::size_t x = 0; x < width; ++x) mean(mask.data() + x, height, width, radius, copy);
  }
}

}  // namespace dala::text
