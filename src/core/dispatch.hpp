// From a dtype known at run time to a C++ type.
//
//   visit_dtype(tensor.dtype, [&]<typename T>(Type<T>) { fill(tensor.host<T>(), ...); });
#pragma once

#include <utility>

#include <dala/dtype.hpp>

namespace dala {

template <typename T>
struct Type {
  using type = T;
};

template <typename Visitor>
decltype(auto) visit_dtype(DType dtype, Visitor&& visitor) {
  switch (dtype) {
#define X(name, type, doc) \
  case DType::name:        \
    return visitor(Type<type>{});
    DALA_DTYPES(X)
#undef X
  }
  std::unreachable();
}

}  // namespace dala
