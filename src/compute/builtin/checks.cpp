#include "compute/builtin/checks.hpp"

namespace dala {

Result<void> check_same_dtype(const backend::KernelCall& call) {
  const backend::TensorRef& output = call.outputs[0];
  for (std::size_t i = 0; i < call.inputs.size(); ++i) {
    if (call.inputs[i].dtype != output.dtype)
      return fail(ErrorCode::wrong_dtype,
                  "{}: input {} is {} and the output is {}; both must have the same element type",
                  call.kernel, i, to_string(call.inputs[i].dtype), to_string(output.dtype));
  }
  return {};
}

Result<void> check_output_shape(const backend::KernelCall& call, const Shape& expected,
                                std::string_view because) {
  const Shape& shape = call.outputs[0].shape;
  if (shape != expected)
    return fail(ErrorCode::shape_mismatch, "{}: the output is {}; it must be {}, {}", call.kernel,
                to_string(shape), to_string(expected), because);
  return {};
}

Result<void> check_like_input(const backend::KernelCall& call) {
  DALA_TRY(check_same_dtype(call));
  return check_output_shape(call, call.inputs[0].shape, "the input's shape");
}

Result<std::size_t> resolve_axis(std::string_view kernel, std::int64_t axis, const Shape& shape) {
  const auto rank = static_cast<std::int64_t>(shape.rank() == 0 ? 1 : shape.rank());
  if (axis < -rank || axis >= rank)
    return fail(ErrorCode::param_out_of_range,
                "{}: axis is {} and the input is {}; axis must be between {} and {}", kernel, axis,
                to_string(shape), -rank, rank - 1);
  return static_cast<std::size_t>(axis < 0 ? axis + rank : axis);
}

}  // namespace dala
