#include "compute/builtin/inference.hpp"

namespace dala {

Result<DType> common_dtype(const backend::KernelCall& call) {
  const DType first = call.inputs[0].dtype;
  for (std::size_t i = 1; i < call.inputs.size(); ++i) {
    if (call.inputs[i].dtype != first)
      return fail(ErrorCode::wrong_dtype,
                  "{}: input 0 is {} and input {} is {}; both must have the same element type",
                  call.kernel, to_string(first), i, to_string(call.inputs[i].dtype));
  }
  return first;
}

Result<InferredOutputs> like_input(const backend::KernelCall& call) {
  return one_output(call.inputs[0].dtype, call.inputs[0].shape,
                    [](const backend::KernelCall&) -> std::string { return "the input's shape"; });
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
