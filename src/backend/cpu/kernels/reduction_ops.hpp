// What the reductions do with one element and with two partial results.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

namespace dala::backend::cpu::reduction {

// Whether a comes out before b as a maximum: NaN is above everything.
template <typename T>
constexpr bool above(T a, T b) {
  if constexpr (is_float_type<T>)
    return a > b || (a != a && b == b);
  else
    return a > b;
}

template <typename T>
constexpr T lowest() {
  if constexpr (is_float_type<T>)
    return static_cast<T>(-std::numeric_limits<T>::infinity());
  else
    return std::numeric_limits<T>::lowest();
}

// In 64 bits: floats lose little, and the low bits of wrapped integers are right.
template <typename T, typename Total>
struct Add {
  using Element = T;
  using Partial = Total;
  static constexpr Partial empty = 0;
  static Partial take(Partial p, T x) { return p + static_cast<Total>(x); }
  static Partial merge(Partial p, Partial q) { return p + q; }
};

template <typename T>
struct Max {
  using Element = T;
  using Partial = T;
  static constexpr Partial empty = lowest<T>();
  static Partial take(Partial p, T x) { return above(x, p) ? x : p; }
  static Partial merge(Partial p, Partial q) { return take(p, q); }
};

template <typename T>
struct Argmax {
  using Element = T;
  struct Partial {
    T value;
    std::int64_t at;  // -1: nothing seen yet
  };
  static constexpr Partial empty = {lowest<T>(), -1};
  // Partials are merged in the order of their elements, so that the first of equal ones stays.
  static Partial merge(Partial p, Partial q) { return p.at < 0 || above(q.value, p.value) ? q : p; }
};

}  // namespace dala::backend::cpu::reduction
