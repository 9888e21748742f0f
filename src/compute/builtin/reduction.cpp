// Many elements to one: over everything, or along one axis.
#include <initializer_list>
#include <string>

#include "compute/builtin/checks.hpp"
#include "compute/kernel_def.hpp"

namespace dala {

namespace {

Result<void> check_shape(const backend::KernelCall& call) {
  const Shape& input = call.inputs[0].shape;
  const ParamValue& axis = call.params[0];
  const bool keep_dims = call.params[1].boolean();
  if (!axis.has_value()) {
    Shape expected = input;
    for (std::size_t i = 0; i < input.rank(); ++i) expected.set(i, 1);
    if (keep_dims) return check_output_shape(call, expected, "the input's shape with every size 1");
    if (call.outputs[0].shape == Shape{1}) return {};
    return check_output_shape(call, {}, "or {1}, when no axis is given");
  }
  DALA_ASSIGN(const std::size_t at, resolve_axis(call.kernel, axis.integer(), input));
  std::array<std::int64_t, Shape::max_rank> kept{};
  std::size_t rank = 0;
  for (std::size_t i = 0; i < input.rank(); ++i) {
    if (i != at)
      kept[rank++] = input[i];
    else if (keep_dims)
      kept[rank++] = 1;
  }
  return check_output_shape(call, Shape(std::span(kept.data(), rank)), [&] {
    return format("the input's {} with axis {} {}", to_string(input), at,
                  keep_dims ? "of size 1" : "gone");
  });
}

// For what has no value over no elements.
Result<void> check_not_empty(const backend::KernelCall& call) {
  const Shape& input = call.inputs[0].shape;
  if (call.outputs[0].shape.elements() > 0 && input.elements() == 0)
    return fail(ErrorCode::shape_mismatch,
                "{}: the input is {}, so there are no elements to take it of; every line along "
                "the axis needs at least 1",
                call.kernel, to_string(input));
  return {};
}

Result<void> check_output_dtype(const backend::KernelCall& call,
                                std::initializer_list<DType> right) {
  const DType output = call.outputs[0].dtype;
  std::string choices;
  for (const DType dtype : right) {
    if (output == dtype) return {};
    if (!choices.empty()) choices += " or ";
    choices += to_string(dtype);
  }
  return fail(ErrorCode::wrong_dtype, "{}: the input is {} and the output is {}; it must be {}",
              call.kernel, to_string(call.inputs[0].dtype), to_string(output), choices);
}

Result<void> check_sum(const backend::KernelCall& call) {
  const DType input = call.inputs[0].dtype;
  if (input == DType::f64 || input == DType::s64)
    DALA_TRY(check_output_dtype(call, {input}));
  else
    DALA_TRY(check_output_dtype(call, {input, is_float(input) ? DType::f64 : DType::s64}));
  return check_shape(call);
}

Result<void> check_mean(const backend::KernelCall& call) {
  if (call.inputs[0].dtype == DType::f64)
    DALA_TRY(check_output_dtype(call, {DType::f64}));
  else
    DALA_TRY(check_output_dtype(call, {DType::f32, DType::f64}));
  DALA_TRY(check_shape(call));
  return check_not_empty(call);
}

Result<void> check_max(const backend::KernelCall& call) {
  DALA_TRY(check_same_dtype(call));
  DALA_TRY(check_shape(call));
  return check_not_empty(call);
}

Result<void> check_argmax(const backend::KernelCall& call) {
  DALA_TRY(check_shape(call));
  return check_not_empty(call);
}

KernelDef reduction(const char* name, const char* summary, TensorInfo output,
                    Result<void> (*check)(const backend::KernelCall&)) {
  return {.info = {.name = name,
                   .family = "reduction",
                   .summary = summary,
                   .inputs = {{"input", any_dtype, "what to reduce"}},
                   .outputs = {std::move(output)},
                   .params = {{.name = "axis",
                               .type = ParamType::integer,
                               .summary = "the axis to reduce along, negative counting from the "
                                          "end; without it all elements are reduced to one",
                               .fallback = {}},
                              {.name = "keep_dims",
                               .type = ParamType::boolean,
                               .summary = "keep reduced axes, with size 1",
                               .fallback = false}},
                   .in_place = false},
          .check = check};
}

}  // namespace

void define_reduction(KernelDefList& list) {
  list.push_back(reduction(
      "sum",
      "Adds elements up: floats in 64 bits in an order that does not depend on the number of "
      "threads, integers wrapping; no elements give 0.",
      {"output", any_dtype, "the sums: the input's dtype, or f64 for f32, or s64 for integers"},
      check_sum));
  list.push_back(reduction("mean", "The sum, kept in 64-bit floats, divided by the count.",
                           {"output", float_dtypes,
                            "the means: the input's dtype or f64 for floats, f32 or f64 for "
                            "integers"},
                           check_mean));
  list.push_back(reduction("max", "The largest element; NaN wins over every number.",
                           {"output", any_dtype, "the largest elements, in the input's dtype"},
                           check_max));
  list.push_back(reduction(
      "argmax",
      "The position of the largest element, along the axis or in the flattened input: the first "
      "of equal ones, with NaN the largest of all.",
      {"output", DTypeSet(DType::s64, DType::s32, DType::u32), "the positions, counted from 0"},
      check_argmax));
}

}  // namespace dala
