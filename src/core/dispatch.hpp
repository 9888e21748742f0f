// From a dtype known at run time to a C++ type.
//
//   visit_dtype(tensor.dtype, [&]<typename T>(Type<T>) { fill(tensor.host<T>(), ...); });
#pragma once

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
#define ELEMENT(name, storage, ...) \
  case DType::name:                 \
    return visitor(Type<storage>{});
#include <dala/core/scalar_types.inc>
  }
  std::unreachable();
}

}  // namespace dala
