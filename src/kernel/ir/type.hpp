// The types values of a kernel have.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <dala/core/dtype.hpp>

#include "core/dispatch.hpp"

namespace dala::kernel::ir {

// `none` is the type of what has no value, `error` of what was already reported; the others are
// those of dala/core/scalar_types.inc.
enum class Scalar : std::uint8_t {
  none,
  error,
#define ELEMENT(name, ...) name,
#include <dala/core/scalar_types.inc>
};

inline constexpr std::array all_scalars = {
#define ELEMENT(name, ...) Scalar::name,
#include <dala/core/scalar_types.inc>
};

struct ScalarInfo {
  ScalarKind kind;
  unsigned bits;
  Scalar compute;         // what a target computes in that has no arithmetic in this one
  std::string_view c;     // its name in CUDA C++ and Metal
  std::string_view glsl;  // and in GLSL ES; empty where there is nothing to hold it
};

inline constexpr std::array scalar_infos = {
#define ELEMENT(name, spelled, storage, kind, bits, compute, npy, c, glsl, doc) \
  ScalarInfo{ScalarKind::kind, bits, Scalar::compute, c, glsl},
#include <dala/core/scalar_types.inc>
};

// Of all but `none` and `error`.
[[nodiscard]] constexpr const ScalarInfo& info_of(Scalar scalar) {
  return scalar_infos[static_cast<std::size_t>(scalar) - static_cast<std::size_t>(all_scalars[0])];
}
[[nodiscard]] constexpr bool has_value(Scalar scalar) { return scalar >= all_scalars[0]; }

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
inline constexpr Type u32_type{.scalar = Scalar::u32};
inline constexpr Type f32_type{.scalar = Scalar::f32};

[[nodiscard]] constexpr bool is_kind(Scalar s, ScalarKind kind) {
  return has_value(s) && info_of(s).kind == kind;
}
[[nodiscard]] constexpr bool is_float(Scalar s) { return is_kind(s, ScalarKind::floating); }
[[nodiscard]] constexpr bool is_unsigned(Scalar s) {
  return is_kind(s, ScalarKind::unsigned_integer);
}
[[nodiscard]] constexpr bool is_signed(Scalar s) { return is_kind(s, ScalarKind::signed_integer); }
[[nodiscard]] constexpr bool is_integer(Scalar s) { return is_unsigned(s) || is_signed(s); }
[[nodiscard]] constexpr bool is_number(Scalar s) { return is_integer(s) || is_float(s); }
[[nodiscard]] constexpr unsigned bits_of(Scalar s) { return has_value(s) ? info_of(s).bits : 0; }
[[nodiscard]] constexpr std::size_t bytes_of(Scalar s) { return bits_of(s) / 8; }
// An integer that takes only a part of a word.
[[nodiscard]] constexpr bool is_narrow(Scalar s) { return is_integer(s) && bits_of(s) < 32; }

// A float that is computed in a wider one, and rounded once more.
[[nodiscard]] constexpr bool is_small_float(Scalar s) { return is_float(s) && bits_of(s) < 32; }

// The integers that hold the bits of a float, lane by lane, and back; `none` for all others. Those
// of 16 bits come back as f16.
[[nodiscard]] constexpr Type bits_type(Type t) {
  if (t.is_array() || !is_float(t.scalar)) return void_type;
  const unsigned bits = bits_of(t.scalar);
  if (bits == 16) return {Scalar::u16, t.lanes};
  return bits == 32 ? Type{Scalar::u32, t.lanes} : s64_type;
}
[[nodiscard]] constexpr Type type_of_bits(Type t) {
  if (t.is_array()) return void_type;
  if (t.scalar == Scalar::u16) return {Scalar::f16, t.lanes};
  if (t.scalar == Scalar::u32) return {Scalar::f32, t.lanes};
  return t.scalar == Scalar::s64 ? Type{Scalar::f64} : void_type;
}

// Calls the visitor with Type<T>{}, T the C++ type that holds this scalar. Not for `none`, `error`.
template <typename Visitor>
decltype(auto) visit_scalar(Scalar scalar, Visitor&& visitor) {
  switch (scalar) {
    case Scalar::none:
    case Scalar::error:
      break;
#define ELEMENT(name, spelled, storage, ...) \
  case Scalar::name:                         \
    return visitor(dala::Type<storage>{});
#include <dala/core/scalar_types.inc>
  }
  std::unreachable();
}

// The same for floats alone, whose arithmetic depends on the type (`Computed<T>`); integers are
// computed in 64 bits.
template <typename Visitor>
decltype(auto) visit_float(Scalar scalar, Visitor&& visitor) {
  switch (scalar) {
    case Scalar::none:
    case Scalar::error:
      break;
#define ELEMENT(name, spelled, storage, kind, ...)          \
  case Scalar::name:                                        \
    if constexpr (ScalarKind::kind == ScalarKind::floating) \
      return visitor(dala::Type<storage>{});                \
    else                                                    \
      break;
#include <dala/core/scalar_types.inc>
  }
  std::unreachable();
}

[[nodiscard]] Scalar scalar_of(DType dtype);
// As written in kernels: "f32", "vec3", "[s32; 9]".
[[nodiscard]] std::string to_string(Type type);
// The scalars of values, as a sentence lists them: "f32, f64 and bool".
[[nodiscard]] std::string scalar_names();
// Scalars and vectors.
[[nodiscard]] std::vector<std::string_view> type_names();
[[nodiscard]] std::optional<Type> type_from_name(std::string_view name);
[[nodiscard]] std::optional<DType> dtype_of(Scalar scalar);

}  // namespace dala::kernel::ir
