// Random numbers that are the same for a seed on every machine and with every library.
//
// Two calls never stand in one expression whose order the language leaves open: a program must not
// depend on the compiler that built the generator.
#pragma once

#include <cstddef>
#include <cstdint>

namespace dala::fuzz {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  // splitmix64
  std::uint64_t bits() {
    state_ += 0x9E37'79B9'7F4A'7C15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xBF58'476D'1CE4'E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D0'49BB'1331'11EBU;
    return z ^ (z >> 31U);
  }
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(bits() % n); }
  std::int64_t between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(below(static_cast<std::size_t>(high - low + 1)));
  }
  bool chance(unsigned percent) { return below(100) < percent; }
  template <typename Range>
  const auto& pick(const Range& range) {
    return range[below(range.size())];
  }

 private:
  std::uint64_t state_;
};

}  // namespace dala::fuzz
