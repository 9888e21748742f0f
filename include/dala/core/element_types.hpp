// The element types that C++ has no type of its own for.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>
#if __has_include(<stdfloat>)
#include <stdfloat>
#endif

namespace dala {

// An element of type `bool`: a byte, of which 0 is false and every other value true, whoever wrote
// it. A `bool` of C++ would be undefined with any byte but 0 and 1. What this library writes is 0
// or 1.
struct Bool {
  std::uint8_t byte = 0;

  constexpr Bool() = default;
  constexpr Bool(bool value) : byte(value ? 1 : 0) {}
  constexpr operator bool() const { return byte != 0; }
};
static_assert(sizeof(Bool) == sizeof(bool));

// Floats of 16 bits. They are storage: every value is a value of `float`, which they turn into by
// themselves, so that sums and comparisons are those of `float`. Back one converts explicitly: to
// the nearest value, halves to the even one, too large ones to infinity; a NaN stays one, quiet.
// Other numbers become a `float` first. Both directions are written without branches, so that
// compilers turn loops of them into vector code.

// IEEE's binary16: 11 digits, up to 65504, denormal below 2^-14.
struct f16 {  // NOLINT(readability-identifier-naming): as C++ names its own
  std::uint16_t bits = 0;

  constexpr f16() = default;
  explicit constexpr f16(float value) : bits(rounded(value)) {}
  template <typename Number>
    requires std::is_arithmetic_v<Number>
  explicit constexpr f16(Number value) : f16(static_cast<float>(value)) {}
  [[nodiscard]] static constexpr f16 from_bits(std::uint16_t bits) {
    f16 made;
    made.bits = bits;
    return made;
  }

  constexpr operator float() const {
    const std::uint32_t sign = std::uint32_t{bits & 0x8000U} << 16U;
    const std::uint32_t size = bits & 0x7FFFU;
    const std::uint32_t normal = (size << 13U) + 0x3800'0000U;
    // Infinity and NaN have the largest exponent of both types; a NaN becomes quiet.
    const std::uint32_t special = size << 13U | (size > 0x7C00U ? 0x7FC0'0000U : 0x7F80'0000U);
    const auto tiny = std::bit_cast<std::uint32_t>(static_cast<float>(size) * 0x1p-24F);
    const std::uint32_t found = size >= 0x7C00U ? special : size < 0x0400U ? tiny : normal;
    return std::bit_cast<float>(sign | found);
  }

 private:
  static constexpr std::uint16_t rounded(float value) {
    const auto given = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t size = given & 0x7FFF'FFFFU;
    const std::uint32_t normal = (size - 0x3800'0000U + 0xFFFU + (size >> 13U & 1U)) >> 13U;
    // Beside 0.5 the last digit of a float is worth 2^-24, as that of a denormal number is.
    const float at_half = std::bit_cast<float>(size < 0x3880'0000U ? size : 0U) + 0.5F;
    const auto tiny = std::bit_cast<std::uint32_t>(at_half) - 0x3F00'0000U;
    const std::uint32_t special = size > 0x7F80'0000U ? 0x7E00U | (size >> 13U & 0x3FFU) : 0x7C00U;
    const std::uint32_t found = size >= 0x4780'0000U  ? special
                                : size < 0x3880'0000U ? tiny
                                                      : normal;
    return static_cast<std::uint16_t>(given >> 16U & 0x8000U) | static_cast<std::uint16_t>(found);
  }
};

// The upper half of a float: 8 digits, with its range.
struct bf16 {  // NOLINT(readability-identifier-naming)
  std::uint16_t bits = 0;

  constexpr bf16() = default;
  explicit constexpr bf16(float value) : bits(rounded(value)) {}
  template <typename Number>
    requires std::is_arithmetic_v<Number>
  explicit constexpr bf16(Number value) : bf16(static_cast<float>(value)) {}
  [[nodiscard]] static constexpr bf16 from_bits(std::uint16_t bits) {
    bf16 made;
    made.bits = bits;
    return made;
  }

  constexpr operator float() const { return std::bit_cast<float>(std::uint32_t{bits} << 16U); }

 private:
  static constexpr std::uint16_t rounded(float value) {
    const auto given = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t nearest = (given + 0x7FFFU + (given >> 16U & 1U)) >> 16U;
    const std::uint32_t quiet = given >> 16U | 0x40U;
    const bool is_nan = (given & 0x7FFF'FFFFU) > 0x7F80'0000U;
    return static_cast<std::uint16_t>(is_nan ? quiet : nearest);
  }
};

template <typename T>
inline constexpr bool is_small_float_type = std::is_same_v<T, f16> || std::is_same_v<T, bf16>;

// The type that one computes with values of T in.
template <typename T>
using Computed = std::conditional_t<is_small_float_type<T>, float, T>;

}  // namespace dala

// What the library asks of them.
template <>
struct std::numeric_limits<dala::f16> : std::numeric_limits<float> {
  static constexpr int digits = 11;
  static constexpr int max_exponent = 16;
  static constexpr int min_exponent = -13;
  static constexpr dala::f16 min() { return dala::f16::from_bits(0x0400); }
  static constexpr dala::f16 max() { return dala::f16::from_bits(0x7BFF); }
  static constexpr dala::f16 lowest() { return dala::f16::from_bits(0xFBFF); }
  static constexpr dala::f16 epsilon() { return dala::f16::from_bits(0x1400); }
  static constexpr dala::f16 infinity() { return dala::f16::from_bits(0x7C00); }
  static constexpr dala::f16 quiet_NaN() { return dala::f16::from_bits(0x7E00); }
  static constexpr dala::f16 denorm_min() { return dala::f16::from_bits(0x0001); }
};

template <>
struct std::numeric_limits<dala::bf16> : std::numeric_limits<float> {
  static constexpr int digits = 8;
  static constexpr dala::bf16 min() { return dala::bf16::from_bits(0x0080); }
  static constexpr dala::bf16 max() { return dala::bf16::from_bits(0x7F7F); }
  static constexpr dala::bf16 lowest() { return dala::bf16::from_bits(0xFF7F); }
  static constexpr dala::bf16 epsilon() { return dala::bf16::from_bits(0x3C00); }
  static constexpr dala::bf16 infinity() { return dala::bf16::from_bits(0x7F80); }
  static constexpr dala::bf16 quiet_NaN() { return dala::bf16::from_bits(0x7FC0); }
  static constexpr dala::bf16 denorm_min() { return dala::bf16::from_bits(0x0001); }
};
