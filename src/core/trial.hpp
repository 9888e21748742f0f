// Which of two ways to do the same thing is faster on this machine, where that depends on its
// processor and caches and no constant is right everywhere. It is found out on the work itself: for
// a while half of it is done in one way and half in the other, and the faster has a vote.
//
//   static Trial asks_ahead;
//   asks_ahead.run(count, 64, [&](bool second, std::size_t begin, std::size_t end) {
//     second ? loop_ahead(begin, end) : loop(begin, end);
//   });
//
// Both ways must make the same to the last bit, and take some microseconds for each half.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace dala {

class Trial {
 public:
  // Over [0, count), cut at a multiple of `step`, which is little beside `count`.
  template <typename Run>
  void run(std::size_t count, std::size_t step, Run&& run) {
    const int votes = votes_.load(std::memory_order_relaxed);
    const std::size_t half = count / 2 / step * step;
    if (votes >= enough || half == 0) return run(second_wins(), 0, count);
    // Each comes first as often as the other, because what was first may make it easier for the
    // other.
    const bool begins = votes % 2 != 0;
    const Clock::time_point start = Clock::now();
    run(begins, 0, half);
    const Clock::time_point middle = Clock::now();
    run(!begins, half, count);
    const Clock::time_point end = Clock::now();
    vote((end - middle < middle - start) != begins);
  }

  [[nodiscard]] bool second_wins() const { return lead_.load(std::memory_order_relaxed) > 0; }

 private:
  using Clock = std::chrono::steady_clock;
  // So many that some which were disturbed do not matter.
  static constexpr int enough = 48;

  void vote(bool second) {
    lead_.fetch_add(second ? 1 : -1, std::memory_order_relaxed);
    votes_.fetch_add(1, std::memory_order_relaxed);
  }

  std::atomic<int> votes_{0};
  std::atomic<int> lead_{0};  // of the second
};

// One for each power of two of the bytes that the whole work goes through, because what is faster
// in one cache may not be in the next.
class TrialsBySize {
 public:
  [[nodiscard]] Trial& of(std::size_t bytes) {
    return trials_[std::min<std::size_t>(std::bit_width(bytes), most - 1)];
  }

 private:
  static constexpr std::size_t most = 40;
  Trial trials_[most];
};

}  // namespace dala
