// Timing of several ways to do the same thing, side by side.
#pragma once

#include <functional>
#include <span>
#include <vector>

namespace dala::bench {

struct Timing {
  double median_ms = 0;
  double min_ms = 0;
};

// Times each function in short blocks, taking turns, so that what slows the machine for a while
// slows all of them. Before each block there is a pause in which the spinning threads of the one
// before go to sleep, and one call that is not counted. Runs for about `seconds` in all.
[[nodiscard]] std::vector<Timing> measure(std::span<const std::function<void()>> functions,
                                          double seconds);

// What a call costs all threads of the process together when it is made `per_second` times a
// second, as an app does, and the caches are cold and the threads asleep in between: processor
// time, not time on the clock.
[[nodiscard]] Timing measure_paced(const std::function<void()>& function, int per_second,
                                   double seconds);

}  // namespace dala::bench
