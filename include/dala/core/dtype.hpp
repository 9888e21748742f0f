// The element types a buffer can hold.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include <dala/core/element_types.hpp>
#include <dala/core/export.hpp>

namespace dala {

// The element types, in the order of dala/core/scalar_types.inc, which has all that is known of
// each.
enum class DType : std::uint8_t {
#define ELEMENT(name, ...) name,
#include <dala/core/scalar_types.inc>
};

enum class ScalarKind : std::uint8_t { boolean, unsigned_integer, signed_integer, floating };

struct DTypeInfo {
  std::string_view name;
  ScalarKind kind;
  unsigned bits;
  std::string_view npy;  // its code in .npy files, without the byte order
  std::string_view doc;
};

inline constexpr std::array all_dtypes = {
#define ELEMENT(name, ...) DType::name,
#include <dala/core/scalar_types.inc>
};

// In their order.
inline constexpr std::array dtype_infos = {
#define ELEMENT(name, spelled, storage, kind, bits, compute, npy, c, glsl, doc) \
  DTypeInfo{spelled, ScalarKind::kind, bits, npy, doc},
#include <dala/core/scalar_types.inc>
};

[[nodiscard]] constexpr const DTypeInfo& info_of(DType dtype) {
  return dtype_infos[static_cast<std::size_t>(dtype)];
}

[[nodiscard]] constexpr std::size_t size_of(DType dtype) { return info_of(dtype).bits / 8; }
[[nodiscard]] constexpr bool is_float(DType dtype) {
  return info_of(dtype).kind == ScalarKind::floating;
}

[[nodiscard]] DALA_API std::string_view to_string(DType dtype);
[[nodiscard]] DALA_API std::optional<DType> dtype_from_string(std::string_view name);

// dtype_of<float> == DType::f32; only the types above have one.
template <typename T>
inline constexpr DType dtype_of = T::not_an_element_type;
#define ELEMENT(name, spelled, storage, ...) \
  template <>                                \
  inline constexpr DType dtype_of<storage> = DType::name;
#include <dala/core/scalar_types.inc>
#if defined(__STDCPP_FLOAT16_T__)
template <>
inline constexpr DType dtype_of<std::float16_t> = DType::f16;
#endif
#if defined(__STDCPP_BFLOAT16_T__)
template <>
inline constexpr DType dtype_of<std::bfloat16_t> = DType::bf16;
#endif
// Those of a program's own bools are 0 and 1.
template <>
inline constexpr DType dtype_of<bool> = DType::boolean;

// Whether arithmetic in a type of the table above is that of floats.
template <typename T>
inline constexpr bool is_float_type = is_float(dtype_of<T>);

// A set of dtypes, for saying what a kernel takes.
class DTypeSet {
 public:
  constexpr DTypeSet() = default;
  template <typename... D>
  explicit constexpr DTypeSet(D... dtypes) : bits_((0U | ... | bit(dtypes))) {}

  [[nodiscard]] constexpr bool contains(DType dtype) const { return (bits_ & bit(dtype)) != 0; }
  // This set and one more.
  [[nodiscard]] constexpr DTypeSet with(DType dtype) const {
    DTypeSet set = *this;
    set.bits_ |= bit(dtype);
    return set;
  }
  friend constexpr bool operator==(DTypeSet, DTypeSet) = default;

  // All dtypes for which this is true.
  template <typename Predicate>
  [[nodiscard]] static constexpr DTypeSet where(Predicate predicate) {
    DTypeSet set;
    for (const DType dtype : all_dtypes)
      if (predicate(info_of(dtype))) set.bits_ |= bit(dtype);
    return set;
  }

 private:
  static constexpr unsigned bit(DType dtype) { return 1U << static_cast<unsigned>(dtype); }
  unsigned bits_ = 0;
};

inline constexpr DTypeSet any_dtype = DTypeSet::where([](const DTypeInfo&) { return true; });
inline constexpr DTypeSet float_dtypes =
    DTypeSet::where([](const DTypeInfo& info) { return info.kind == ScalarKind::floating; });
inline constexpr DTypeSet integer_dtypes = DTypeSet::where([](const DTypeInfo& info) {
  return info.kind == ScalarKind::unsigned_integer || info.kind == ScalarKind::signed_integer;
});
// What one computes with: all but bool.
inline constexpr DTypeSet number_dtypes =
    DTypeSet::where([](const DTypeInfo& info) { return info.kind != ScalarKind::boolean; });
inline constexpr DTypeSet signed_dtypes = DTypeSet::where([](const DTypeInfo& info) {
  return info.kind == ScalarKind::signed_integer || info.kind == ScalarKind::floating;
});

}  // namespace dala
