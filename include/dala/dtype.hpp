// The element types a buffer can hold.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include <dala/export.hpp>

namespace dala {

// Each dtype once: X(name, C++ type, what it is).
#define DALA_DTYPES(X)                             \
  X(f32, float, "32-bit float")                    \
  X(f64, double, "64-bit float")                   \
  X(s32, std::int32_t, "32-bit signed integer")    \
  X(s64, std::int64_t, "64-bit signed integer")    \
  X(u32, std::uint32_t, "32-bit unsigned integer") \
  X(u8, std::uint8_t, "8-bit unsigned integer")

enum class DType : std::uint8_t {
#define X(name, type, doc) name,
  DALA_DTYPES(X)
#undef X
};

inline constexpr std::array all_dtypes = {
#define X(name, type, doc) DType::name,
    DALA_DTYPES(X)
#undef X
};

[[nodiscard]] constexpr std::size_t size_of(DType dtype) {
  constexpr std::array sizes = {
#define X(name, type, doc) sizeof(type),
      DALA_DTYPES(X)
#undef X
  };
  return sizes[static_cast<std::size_t>(dtype)];
}

[[nodiscard]] constexpr bool is_float(DType dtype) {
  return dtype == DType::f32 || dtype == DType::f64;
}

[[nodiscard]] DALA_API std::string_view to_string(DType dtype);
[[nodiscard]] DALA_API std::optional<DType> dtype_from_string(std::string_view name);

// dtype_of<float> == DType::f32; only the types above have one.
template <typename T>
inline constexpr DType dtype_of = T::not_an_element_type;
#define X(name, type, doc) \
  template <>              \
  inline constexpr DType dtype_of<type> = DType::name;
DALA_DTYPES(X)
#undef X

// A set of dtypes, for saying what a kernel takes.
class DTypeSet {
 public:
  constexpr DTypeSet() = default;
  template <typename... D>
  explicit constexpr DTypeSet(D... dtypes) : bits_((0U | ... | bit(dtypes))) {}

  [[nodiscard]] constexpr bool contains(DType dtype) const { return (bits_ & bit(dtype)) != 0; }
  friend constexpr bool operator==(DTypeSet, DTypeSet) = default;

 private:
  static constexpr unsigned bit(DType dtype) { return 1U << static_cast<unsigned>(dtype); }
  unsigned bits_ = 0;
};

inline constexpr DTypeSet any_dtype{DType::f32, DType::f64, DType::s32,
                                    DType::s64, DType::u32, DType::u8};
inline constexpr DTypeSet float_dtypes{DType::f32, DType::f64};
inline constexpr DTypeSet integer_dtypes{DType::s32, DType::s64, DType::u32, DType::u8};
inline constexpr DTypeSet signed_dtypes{DType::f32, DType::f64, DType::s32, DType::s64};

}  // namespace dala
