#include <dala/dtype.hpp>

#include <utility>

namespace dala {

std::string_view to_string(DType dtype) {
  switch (dtype) {
#define X(name, type, doc) \
  case DType::name:        \
    return #name;
    DALA_DTYPES(X)
#undef X
  }
  std::unreachable();
}

std::optional<DType> dtype_from_string(std::string_view name) {
  for (DType dtype : all_dtypes)
    if (to_string(dtype) == name) return dtype;
  return std::nullopt;
}

}  // namespace dala
