#include "core/tuning/traffic.hpp"

#include "core/process/system_info.hpp"

namespace dala::tuning {

namespace {

struct Limits {
  std::size_t inner_caches;
  std::size_t all_caches;
};

// Writing around the caches only pays where what is written would not be found in a cache later,
// which a trial cannot see: who reads it comes later. The last cache is shared, so not all of it is
// ours.
Limits limits() {
  constexpr std::size_t most = std::size_t{32} << 20U;
  const CacheSizes sizes = cache_sizes();
  return {sizes.second_level, std::min(most, sizes.last_level / 4 * 3)};
}

}  // namespace

TrafficPlan TrafficChoices::plan(std::size_t bytes, bool can_go_around) {
  static const Limits known = limits();
  using enum Traffic;
  if (bytes <= known.inner_caches) return {};
  if (bytes <= known.all_caches) return {in_caches_, {ahead, cached, cached}};
  if (can_go_around) return {in_memory_, {around, ahead, cached}};
  return {in_place_, {ahead, cached, cached}};
}

}  // namespace dala::tuning
