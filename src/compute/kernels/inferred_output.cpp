#include "compute/kernels/inferred_output.hpp"

#include <algorithm>

#include "core/error.hpp"

namespace dala {

namespace {

bool is_complete(const Shape& shape) {
  return std::ranges::find(shape.dims(), any_size) == shape.dims().end();
}

bool accepts(const InferredOutput& inferred, const Shape& given) {
  if (inferred.rule == ShapeRule::suggested || inferred.rule == ShapeRule::unknown) return true;
  if (inferred.rule == ShapeRule::or_one && given == Shape{1}) return true;
  if (inferred.shape.rank() != given.rank()) return false;
  for (std::size_t i = 0; i < given.dims().size(); ++i)
    if (inferred.shape[i] != any_size && inferred.shape[i] != given[i]) return false;
  return true;
}

// "the output", or "the output 'sums'" where it has another name.
std::string shown_output(const KernelInfo& info, std::size_t number) {
  const std::string& name = info.outputs[number].name;
  return name == "output" ? "the output" : format("the output '{}'", name);
}

// "{any, any, 4}"
std::string shown_rule(const Shape& shape) {
  if (is_complete(shape)) return to_string(shape);
  std::string text;
  for (const std::int64_t size : shape.dims())
    text += format("{}{}", text.empty() ? "{" : ", ",
                   size == any_size ? std::string("any") : format("{}", size));
  return text + "}";
}

// "u8 or s64": first what it is where nobody chooses.
std::string shown_choices(const InferredOutput& inferred) {
  std::string text;
  if (inferred.dtype) text = to_string(*inferred.dtype);
  for (const DType dtype : all_dtypes)
    if (inferred.dtypes.contains(dtype) && dtype != inferred.dtype)
      text += format("{}{}", text.empty() ? "" : " or ", to_string(dtype));
  return text;
}

// ", because a is f32 and b is f32"
std::string because_of_inputs(const KernelInfo& info, const backend::KernelCall& call) {
  std::string text;
  for (std::size_t i = 0; i < call.inputs.size(); ++i)
    text += format("{}{} is {}", i == 0 ? ", because " : " and ", info.inputs[i].name,
                   to_string(call.inputs[i].dtype));
  return text;
}

Result<void> check_chosen_dtype(const KernelInfo& info, const backend::KernelCall& call,
                                const InferredOutput& inferred, std::size_t number, DType given) {
  if (inferred.dtypes.contains(given)) return {};
  return fail(ErrorCode::wrong_dtype, "{}: {} is {}; it must be {}{}", info.name,
              shown_output(info, number), to_string(given), shown_choices(inferred),
              because_of_inputs(info, call));
}

Result<void> check_chosen_shape(const KernelInfo& info, const backend::KernelCall& call,
                                const InferredOutput& inferred, std::size_t number,
                                const Shape& given) {
  if (accepts(inferred, given)) return {};
  return fail(ErrorCode::shape_mismatch, "{}: {} is {} and has to be {}{}", info.name,
              shown_output(info, number), to_string(given), shown_rule(inferred.shape),
              inferred.reason != nullptr ? ", " + inferred.reason(call) : std::string());
}

}  // namespace

std::optional<DType> only_dtype(DTypeSet dtypes) {
  for (const DType dtype : all_dtypes)
    if (dtypes == DTypeSet(dtype)) return dtype;
  return std::nullopt;
}

InferredOutputs one_output(DType dtype, const Shape& shape, ShapeReason reason) {
  return {
      InferredOutput{.dtype = dtype, .dtypes = DTypeSet(dtype), .shape = shape, .reason = reason}};
}

Result<void> check_output(const KernelInfo& info, const backend::KernelCall& call,
                          const InferredOutput& inferred, std::size_t number,
                          const TensorSpec& given) {
  DALA_TRY(check_chosen_dtype(info, call, inferred, number, given.dtype));
  return check_chosen_shape(info, call, inferred, number, given.shape);
}

Result<TensorSpec> choose_output(const KernelInfo& info, const backend::KernelCall& call,
                                 const InferredOutput& inferred, std::size_t number,
                                 const OutputChoice& choice) {
  if (choice.dtype) DALA_TRY(check_chosen_dtype(info, call, inferred, number, *choice.dtype));
  if (choice.shape) DALA_TRY(check_chosen_shape(info, call, inferred, number, *choice.shape));
  if (!choice.dtype && !inferred.dtype)
    return fail(ErrorCode::cannot_infer,
                "{}: the element type of {} is the caller's to choose; say which, or pass a buffer "
                "for it",
                info.name, shown_output(info, number));
  if (!choice.shape && inferred.rule == ShapeRule::unknown)
    return fail(ErrorCode::cannot_infer, "{}: the shape of {} does not follow from the inputs{}",
                info.name, shown_output(info, number),
                inferred.reason != nullptr ? ": " + inferred.reason(call) : std::string());
  if (!choice.shape && !is_complete(inferred.shape))
    return fail(ErrorCode::cannot_infer,
                "{}: the shape of {} does not follow from the inputs; it must be {}: say which, or "
                "pass a buffer for it",
                info.name, shown_output(info, number), shown_rule(inferred.shape));
  return TensorSpec{choice.dtype ? *choice.dtype : *inferred.dtype,
                    choice.shape ? *choice.shape : inferred.shape};
}

}  // namespace dala
