// How loops over whole tensors and frames treat the memory they go through.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/trial.hpp"

namespace dala {

enum class Traffic : std::uint8_t {
  cached,  // leaves the caches to the processor
  ahead,   // asks for each block before it is needed
  around,  // writes around the caches
};

class TrafficPlan {
 public:
  // For work that reads and writes so many bytes in all. It cannot go around the caches where what
  // it writes has just been read, as in place, or is read again soon.
  [[nodiscard]] static TrafficPlan of(std::size_t bytes, bool can_go_around);

  // Calls run(traffic, begin, end) for [0, count), cut at a multiple of `step` if at all. Some
  // processors foresee what is written next and some do not, so whether it is asked for ahead is
  // tried.
  template <typename Run>
  void run(std::size_t count, std::size_t step, Run&& run) const {
    if (trial_ == nullptr) return run(traffic_, std::size_t{0}, count);
    trial_->run(count, step, [&](bool second, std::size_t begin, std::size_t end) {
      run(second ? Traffic::ahead : Traffic::cached, begin, end);
    });
  }

 private:
  explicit TrafficPlan(Traffic traffic) : traffic_(traffic) {}
  explicit TrafficPlan(Trial& trial) : trial_(&trial) {}

  Traffic traffic_ = Traffic::cached;
  Trial* trial_ = nullptr;
};

}  // namespace dala
