// Arithmetic on elements as the kernels define it: integers wrap, and nothing is undefined.
#pragma once

#include <cstdint>
#include <type_traits>

#include <dala/core/dtype.hpp>

namespace dala::backend::cpu {

// In C++ products of two bytes are those of `int`, and so are those of 16 bits, which it does not
// hold.
template <typename T>
struct ArithmeticType {
  using type = std::conditional_t<sizeof(T) == 2, std::uint32_t, std::make_unsigned_t<T>>;
};
template <typename T>
  requires(is_float_type<T>)
struct ArithmeticType<T> {
  using type = Computed<T>;
};

// The type in which T is added and multiplied; the low bits of the result are the answer.
template <typename T>
using Arithmetic = typename ArithmeticType<T>::type;

}  // namespace dala::backend::cpu
