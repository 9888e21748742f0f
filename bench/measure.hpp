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

}  // namespace dala::bench
