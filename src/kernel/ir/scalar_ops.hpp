// What operators and casts do to scalars: the one definition that constant folding and the
// interpreter share.
//
// A scalar travels as 64 bits: bool 0 or 1; unsigned integers with zeros above; signed ones with
// their sign above; floats as their IEEE bits.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <string>

#include "kernel/ir/ir.hpp"

namespace dala::kernel::ir {

// The C++ value of a scalar, and back.
template <typename T>
[[nodiscard]] constexpr T value_from(std::uint64_t bits) {
  if constexpr (std::same_as<T, float>)
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  else if constexpr (std::same_as<T, double>)
    return std::bit_cast<double>(bits);
  else if constexpr (is_small_float_type<T>)
    return T::from_bits(static_cast<std::uint16_t>(bits));
  else
    return static_cast<T>(bits);
}
template <typename T>
[[nodiscard]] constexpr std::uint64_t bits_from(T value) {
  if constexpr (std::same_as<T, float>)
    return std::bit_cast<std::uint32_t>(value);
  else if constexpr (std::same_as<T, double>)
    return std::bit_cast<std::uint64_t>(value);
  else if constexpr (is_small_float_type<T>)
    return value.bits;
  else
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
}
[[nodiscard]] constexpr float as_f32(std::uint64_t bits) { return value_from<float>(bits); }
[[nodiscard]] constexpr double as_f64(std::uint64_t bits) { return value_from<double>(bits); }
[[nodiscard]] constexpr std::int64_t as_s64(std::uint64_t bits) {
  return value_from<std::int64_t>(bits);
}
// Any float, exactly; and the nearest float of this type.
[[nodiscard]] double real_value(Scalar scalar, std::uint64_t bits);
[[nodiscard]] std::uint64_t real_bits(Scalar scalar, double value);

// An integer's low bits in the form above.
[[nodiscard]] std::uint64_t wrap(Scalar scalar, std::uint64_t bits);

// In decimal; of a float the shortest text that is read as the same number.
[[nodiscard]] std::string spelled(Scalar scalar, std::uint64_t bits);

[[nodiscard]] std::uint64_t apply(UnaryOp op, Scalar scalar, std::uint64_t a);
// `scalar` is the type of the operands.
[[nodiscard]] std::uint64_t apply(BinaryOp op, Scalar scalar, std::uint64_t a, std::uint64_t b);
[[nodiscard]] std::uint64_t cast(Scalar from, Scalar to, std::uint64_t a);

}  // namespace dala::kernel::ir
