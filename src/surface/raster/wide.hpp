// Whole-number division and square roots that stay exact for any coordinates.
#pragma once

#include <cmath>
#include <cstdint>

namespace dala::surface {

// Products of two differences of coordinates need more than 64 bits.
__extension__ using Wide = __int128;

// Rounded down, for a positive divisor.
[[nodiscard]] constexpr Wide floor_div(Wide a, Wide b) {
  const auto narrow_a = static_cast<std::int64_t>(a);
  const auto narrow_b = static_cast<std::int64_t>(b);
  // Nearly always, and several times as fast.
  if (narrow_a == a && narrow_b == b)
    return (narrow_a / narrow_b) - (narrow_a % narrow_b < 0 ? 1 : 0);
  return (a / b) - (a % b < 0 ? 1 : 0);
}
// Rounded up, for a positive divisor.
[[nodiscard]] constexpr Wide ceil_div(Wide a, Wide b) { return -floor_div(-a, b); }

// The largest r with r * r <= n.
[[nodiscard]] inline std::uint64_t floor_sqrt(std::uint64_t n) {
  auto r = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(n)));
  // A double has fewer bits than n; the guess is off by one at most.
  while (Wide{static_cast<std::int64_t>(r)} * static_cast<std::int64_t>(r) > Wide{n}) --r;
  while (Wide{static_cast<std::int64_t>(r + 1)} * static_cast<std::int64_t>(r + 1) <= Wide{n}) ++r;
  return r;
}

}  // namespace dala::surface
