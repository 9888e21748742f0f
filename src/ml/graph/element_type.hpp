// The element types of the ONNX standard, by their numbers.
#pragma once

#include <string_view>

#include <dala/core/dtype.hpp>

#include "core/error.hpp"

namespace dala::ml {

inline constexpr int onnx_float = 1;
inline constexpr int onnx_bool = 9;
inline constexpr int onnx_half = 10;
inline constexpr int onnx_bfloat16 = 16;

// The element type here; booleans are u8.
[[nodiscard]] Result<DType> dtype_of_onnx(int type);

// The attribute, which no file can have, of a Cast whose output lies in memory as that type: that
// of a half float is f32 otherwise.
inline constexpr std::string_view stored_attribute = "(stored)";

// What operators compute with numbers of this type in: f32 for f16 and bf16, which are only stored.
[[nodiscard]] constexpr DType computed_in(DType dtype) {
  return is_float(dtype) && size_of(dtype) < sizeof(float) ? DType::f32 : dtype;
}

}  // namespace dala::ml
