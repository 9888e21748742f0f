// The types values of a kernel have.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <dala/dtype.hpp>

namespace dala::kernel::ir {

// `none` is the type of what has no value, `error` of what was already reported.
enum class Scalar : std::uint8_t { none, error, boolean, u8, s32, u32, s64, f32, f64 };

// A scalar, a vector of 2 to 4 lanes (f32, s32 or u32), or an array of either.
struct Type {
  Scalar scalar = Scalar::none;
  std::uint8_t lanes = 1;
  std::uint32_t length = 0;  // 0: not an array

  friend constexpr bool operator==(Type, Type) = default;
  [[nodiscard]] constexpr bool is_array() const { return length != 0; }
  [[nodiscard]] constexpr bool is_vector() const { return lanes > 1 && !is_array(); }
  [[nodiscard]] constexpr bool is_scalar() const { return lanes == 1 && !is_array(); }
  [[nodiscard]] constexpr Type element() const { return {scalar, lanes, 0}; }
  [[nodiscard]] constexpr Type lane() const { return {scalar, 1, 0}; }
  // Scalars in it: lanes times length.
  [[nodiscard]] constexpr std::size_t words() const {
    return std::size_t{lanes} * (is_array() ? length : 1);
  }
};

inline constexpr Type void_type{};
inline constexpr Type error_type{.scalar = Scalar::error};
inline constexpr Type bool_type{.scalar = Scalar::boolean};
inline constexpr Type s32_type{.scalar = Scalar::s32};
inline constexpr Type s64_type{.scalar = Scalar::s64};
inline constexpr Type f32_type{.scalar = Scalar::f32};

[[nodiscard]] constexpr bool is_float(Scalar s) { return s == Scalar::f32 || s == Scalar::f64; }
[[nodiscard]] constexpr bool is_integer(Scalar s) { return s >= Scalar::u8 && s <= Scalar::s64; }
[[nodiscard]] constexpr bool is_unsigned(Scalar s) { return s == Scalar::u8 || s == Scalar::u32; }
[[nodiscard]] constexpr bool is_number(Scalar s) { return is_integer(s) || is_float(s); }
// Of an integer.
[[nodiscard]] constexpr unsigned bits_of(Scalar s) {
  return s == Scalar::u8 ? 8 : (s == Scalar::s64 ? 64 : 32);
}
[[nodiscard]] std::size_t bytes_of(Scalar s);

[[nodiscard]] Scalar scalar_of(DType dtype);
// As written in kernels: "f32", "vec3", "[s32; 9]".
[[nodiscard]] std::string to_string(Type type);
// Scalars and vectors.
[[nodiscard]] std::optional<Type> type_from_name(std::string_view name);
[[nodiscard]] std::optional<DType> dtype_of(Scalar scalar);

}  // namespace dala::kernel::ir
