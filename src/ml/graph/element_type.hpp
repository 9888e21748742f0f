// The element types of the ONNX standard, by their numbers.
#pragma once

#include <dala/core/dtype.hpp>

#include "core/error.hpp"

namespace dala::ml {

inline constexpr int onnx_bool = 9;
inline constexpr int onnx_half = 10;
inline constexpr int onnx_bfloat16 = 16;

// The element type here: booleans are u8, half floats f32.
[[nodiscard]] Result<DType> dtype_of_onnx(int type);

}  // namespace dala::ml
