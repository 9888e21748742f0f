// From a dtype known at run time to a C++ type.
//
//   visit_dtype(tensor.dtype, [&]<typename T>(Type<T>) { fill(tensor.host<T>(), ...); });
#pragma once

#include <type_traits>
#include <utility>

#include <dala/core/dtype.hpp>

namespace dala {

template <typename T>
struct Type {
  using type = T;
};

template <typename Visitor>
decltype(auto) visit_dtype(DType dtype, Visitor&& visitor) {
  switch (dtype) {
#define ELEMENT(name, spelled, storage, ...) \
  case DType::name:                          \
    return visitor(Type<storage>{});
#include <dala/core/scalar_types.inc>
  }
  std::unreachable();
}

// The same for numbers alone, where what is done is arithmetic; not for `bool`.
template <typename Visitor>
decltype(auto) visit_number(DType dtype, Visitor&& visitor) {
  switch (dtype) {
#define ELEMENT(name, spelled, storage, kind, ...)         \
  case DType::name:                                        \
    if constexpr (ScalarKind::kind != ScalarKind::boolean) \
      return visitor(Type<storage>{});                     \
    else                                                   \
      break;
#include <dala/core/scalar_types.inc>
  }
  std::unreachable();
}

// The same for the types that C++ itself computes in: numbers of 8 to 64 bits, floats from 32 on.
template <typename Visitor>
decltype(auto) visit_arithmetic(DType dtype, Visitor&& visitor) {
  switch (dtype) {
#define ELEMENT(name, spelled, storage, ...)     \
  case DType::name:                              \
    if constexpr (std::is_arithmetic_v<storage>) \
      return visitor(Type<storage>{});           \
    else                                         \
      break;
#include <dala/core/scalar_types.inc>
  }
  std::unreachable();
}

}  // namespace dala
