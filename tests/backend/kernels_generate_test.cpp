#include <cmath>

#include "backend/kernel_harness.hpp"

namespace dala::backend::cpu::testing {
namespace {

std::uint8_t ramp(std::int64_t at, std::int64_t size) {
  if (size == 1) return 0;
  return static_cast<std::uint8_t>(
      std::lround(255.0 * static_cast<double>(at) / static_cast<double>(size - 1)));
}

TEST(GenerateGradient, DrawsTheRampsOfItsDescription) {
  const std::pair<std::int64_t, std::int64_t> sizes[] = {{0, 5},   {5, 0},     {1, 1},   {1, 256},
                                                         {3, 511}, {700, 300}, {37, 53}, {2, 2}};
  for (const auto& [height, width] : sizes) {
    std::vector<std::uint8_t> expected;
    for (std::int64_t y = 0; y < height; ++y)
      for (std::int64_t x = 0; x < width; ++x)
        for (const std::uint8_t channel :
             {ramp(x, width), ramp(y, height), std::uint8_t{77}, std::uint8_t{255}})
          expected.push_back(channel);
    run_all<std::uint8_t>(
        add_generate, "generate_gradient", {}, {height, width, 4}, {77},
        [&](const std::vector<std::uint8_t>& got) { EXPECT_TRUE(all_same(got, expected)); });
  }
}

}  // namespace
}  // namespace dala::backend::cpu::testing
