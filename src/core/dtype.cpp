#include <dala/core/dtype.hpp>

namespace dala {

std::string_view to_string(DType dtype) { return info_of(dtype).name; }

std::optional<DType> dtype_from_string(std::string_view name) {
  for (DType dtype : all_dtypes)
    if (to_string(dtype) == name) return dtype;
  return std::nullopt;
}

}  // namespace dala
