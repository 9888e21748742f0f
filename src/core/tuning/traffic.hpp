// How loops over whole tensors and frames treat the memory they go through.
//
//   static tuning::TrafficChoices choices("elementwise.in_cache", "elementwise.in_memory", ...);
//   const TrafficPlan plan = choices.plan(bytes, can_go_around);
//   plan.run(count, 64, [&](Traffic traffic, std::size_t begin, std::size_t end) { ... });
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/tuning/choice.hpp"

namespace dala {

enum class Traffic : std::uint8_t {
  cached,  // leaves the caches to the processor
  ahead,   // prefetches each block before it is needed
  around,  // writes around the caches
};

class TrafficPlan {
 public:
  TrafficPlan() = default;  // for what is small
  TrafficPlan(tuning::Choice& choice, const std::array<Traffic, 3>& ways)
      : choice_(&choice), ways_(ways) {}

  template <typename Run>
  void run(std::size_t count, std::size_t step, Run&& run) const {
    if (choice_ == nullptr) return run(Traffic::cached, std::size_t{0}, count);
    choice_->run(count, step, [&](std::size_t way, std::size_t begin, std::size_t end) {
      run(ways_[way], begin, end);
    });
  }

 private:
  tuning::Choice* choice_ = nullptr;
  std::array<Traffic, 3> ways_{};
};

namespace tuning {

// Of one kind of loop. Some processors foresee what is written next and some do not; some write
// around their caches faster than through them and some slower.
class TrafficChoices {
 public:
  // Names of three choices: for what stays in the caches, for what does not, and for what does not
  // but must not go around them.
  TrafficChoices(std::string_view in_caches, std::string_view in_memory, std::string_view in_place)
      : in_caches_(in_caches, {"ahead", "cached"}),
        in_memory_(in_memory, {"around", "ahead", "cached"}),
        in_place_(in_place, {"ahead", "cached"}) {}

  // For work that reads and writes so many bytes in all. It cannot go around the caches where what
  // it writes has just been read, as in place, or is read again soon.
  [[nodiscard]] TrafficPlan plan(std::size_t bytes, bool can_go_around);

 private:
  Choice in_caches_;
  Choice in_memory_;
  Choice in_place_;
};

}  // namespace tuning

}  // namespace dala
