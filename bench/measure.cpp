#include "measure.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

namespace dala::bench {
namespace {

using Clock = std::chrono::steady_clock;

// OpenBLAS's threads spin for some 25 ms after their last product.
constexpr auto pause = std::chrono::milliseconds(50);
constexpr double block_ms = 50;
constexpr std::size_t least_blocks = 3;
constexpr std::size_t most_calls = 2'000'000;

double ms_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

Timing summarise(std::vector<double>& samples) {
  const auto middle = samples.begin() + static_cast<std::ptrdiff_t>(samples.size() / 2);
  std::ranges::nth_element(samples, middle);
  return {*middle, *std::ranges::min_element(samples)};
}

void run_block(const std::function<void()>& function, std::vector<double>& samples) {
  std::this_thread::sleep_for(pause);
  function();
  const Clock::time_point start = Clock::now();
  do {
    const Clock::time_point begin = Clock::now();
    function();
    samples.push_back(ms_since(begin));
  } while (ms_since(start) < block_ms);
}

}  // namespace

std::vector<Timing> measure(std::span<const std::function<void()>> functions, double seconds) {
  std::vector<std::vector<double>> samples(functions.size());
  const Clock::time_point start = Clock::now();
  for (std::size_t block = 0; samples[0].size() < most_calls; ++block) {
    if (block >= least_blocks && ms_since(start) > seconds * 1000) break;
    for (std::size_t i = 0; i < functions.size(); ++i) run_block(functions[i], samples[i]);
  }
  std::vector<Timing> timings;
  for (auto& list : samples) timings.push_back(summarise(list));
  return timings;
}

}  // namespace dala::bench
