// Arithmetic on elements as the kernels define it: integers wrap, and nothing is undefined.
#pragma once

#include <type_traits>

namespace dala::backend::cpu {

template <typename T>
struct ArithmeticType {
  using type = std::make_unsigned_t<T>;
};
template <>
struct ArithmeticType<float> {
  using type = float;
};
template <>
struct ArithmeticType<double> {
  using type = double;
};

// The type in which T is added and multiplied; the low bits of the result are the answer.
template <typename T>
using Arithmetic = typename ArithmeticType<T>::type;

}  // namespace dala::backend::cpu
