#include "core/traffic.hpp"

#include <algorithm>

#include "core/system_info.hpp"

namespace dala {

namespace {

struct Limits {
  std::size_t inner_caches;
  std::size_t all_caches;
};

// Writing around the caches saves reading the output's lines first, but only pays where they would
// not be found in a cache later.
Limits limits() {
  constexpr std::size_t most = std::size_t{32} << 20U;
  const CacheSizes sizes = cache_sizes();
  return {sizes.second_level, std::min(most, sizes.last_level / 4 * 3)};
}

}  // namespace

TrafficPlan TrafficPlan::of(std::size_t bytes, bool can_go_around) {
  static const Limits known = limits();
  static TrialsBySize asks_ahead;
  if (bytes <= known.inner_caches) return TrafficPlan(Traffic::cached);
  if (bytes > known.all_caches && can_go_around) return TrafficPlan(Traffic::around);
  return TrafficPlan(asks_ahead.of(bytes));
}

}  // namespace dala
