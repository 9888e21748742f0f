#include "ml/graph/element_type.hpp"

namespace dala::ml {

Result<DType> dtype_of_onnx(int type) {
  switch (type) {
    case onnx_float:
      return DType::f32;
    case 2:
    case onnx_bool:
      return DType::u8;
    case 3:
      return DType::s8;
    case 4:
      return DType::u16;
    case 5:
      return DType::s16;
    case 6:
      return DType::s32;
    case 7:
      return DType::s64;
    case onnx_half:
      return DType::f16;
    case onnx_bfloat16:
      return DType::bf16;
    case 11:
      return DType::f64;
    case 12:
      return DType::u32;
    default:
      return fail(ErrorCode::unsupported, "tensors of ONNX type {} are not supported", type);
  }
}

}  // namespace dala::ml
