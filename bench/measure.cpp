#include "measure.hpp"

#include <time.h>

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

double processor_ms() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (static_cast<double>(now.tv_sec) * 1e3) + (static_cast<double>(now.tv_nsec) / 1e6);
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

Timing measure_paced(const std::function<void()>& function, int per_second, double seconds) {
  const auto step = std::chrono::nanoseconds(std::chrono::seconds(1)) / per_second;
  const auto count = std::max(3, static_cast<int>(seconds * per_second));
  std::vector<double> samples;
  Clock::time_point next = Clock::now();
  double before = processor_ms();
  for (int i = 0; i < count; ++i) {
    function();
    std::this_thread::sleep_until(next += step);
    const double now = processor_ms();
    samples.push_back(now - before);
    before = now;
  }
  return summarise(samples);
}

}  // namespace dala::bench
