// Which of some ways to do the same thing is fastest on this machine, where that depends on its
// processor and caches and no constant is right everywhere.
//
//   static tuning::Choice fill("surface.fill", {"vectors", "stosl"});   // the first is the default
//   fill.run(count, 64, [&](std::size_t way, std::size_t begin, std::size_t end) {
//     way == 0 ? fill_in_vectors(begin, end) : fill_by_stosl(begin, end);
//   });
//
// It is found out on the work itself: for some rounds each way does a part of it, and it is noted
// by how much each took longer than the fastest of the round. The way that lost least is kept in
// the user's cache for the next programs of the same build on the same machine. All ways must make
// the same to the last bit: which way runs is nobody's business but the clock's. Environment
// DALA_TUNE: see settings.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace dala::tuning {

class Choice {
 public:
  static constexpr std::size_t most_ways = 4;
  // So many that some which were disturbed do not matter.
  static constexpr int rounds = 48;

  // Names are static text of letters, digits, `.` and `_`. The object lives as long as the program.
  Choice(std::string_view name, std::initializer_list<std::string_view> ways);
  Choice(const Choice&) = delete;
  Choice& operator=(const Choice&) = delete;

  // Calls run(way, begin, end) for all of [0, count), cut at multiples of `step` if at all. The
  // whole should take some microseconds at least for each way: too little is not timed.
  template <typename Run>
  void run(std::size_t count, std::size_t step, Run&& run) {
    int way = decided_.load(std::memory_order_acquire);
    if (way == unprepared) way = prepare();
    if (way >= 0) return run(static_cast<std::size_t>(way), std::size_t{0}, count);
    const std::size_t part = count / ways_.size() / step * step;
    if (part < least_steps * step) return run(leader(), std::size_t{0}, count);
    time_round(count, part, run);
  }

  [[nodiscard]] std::string_view name() const { return name_; }
  [[nodiscard]] const std::vector<std::string_view>& ways() const { return ways_; }
  // What runs now, and how that came about: "timed by this program: 12 % faster than the next".
  [[nodiscard]] std::string_view way() const;
  [[nodiscard]] std::string origin() const;
  [[nodiscard]] bool is_used() const;

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr int unprepared = -2;
  static constexpr int undecided = -1;
  static constexpr std::size_t least_steps = 8;
  enum class Origin : std::uint8_t { timed, kept, set, off };

  template <typename Run>
  void time_round(std::size_t count, std::size_t part, Run& run) {
    const auto round = static_cast<std::size_t>(started_.fetch_add(1, std::memory_order_relaxed));
    std::array<double, most_ways> times{};
    for (std::size_t i = 0; i < ways_.size(); ++i) {
      // Each comes first as often as the others, because what was first may make it easier for the
      // next.
      const std::size_t way = (i + round) % ways_.size();
      const std::size_t begin = i * part;
      const std::size_t end = i + 1 == ways_.size() ? count : begin + part;
      const Clock::time_point start = Clock::now();
      run(way, begin, end);
      times[way] = std::chrono::duration<double>(Clock::now() - start).count() /
                   static_cast<double>(end - begin);
    }
    count_round(times);
  }

  // The way, or `undecided` where it is to be timed.
  int prepare();
  void count_round(const std::array<double, most_ways>& times);
  [[nodiscard]] std::size_t leader() const;
  // By how much the leader was faster than the next, of all rounds so far.
  [[nodiscard]] int percent_ahead() const;

  const std::string_view name_;
  const std::vector<std::string_view> ways_;
  std::atomic<int> decided_{unprepared};
  std::atomic<Origin> origin_{Origin::timed};
  std::atomic<int> started_{0};
  std::atomic<int> ended_{0};
  // By way: how much longer than the fastest it took, in thousandths, summed up over the rounds.
  std::array<std::atomic<int>, most_ways> lost_{};
  std::atomic<int> kept_ahead_{0};
};

// Those that have been asked so far, by name.
[[nodiscard]] std::vector<const Choice*> used_choices();

}  // namespace dala::tuning
