// Many elements to one: over everything, or along one axis.
#include <array>
#include <initializer_list>
#include <limits>
#include <string>

#include "compute/builtin/inference.hpp"
#include "compute/kernels/kernel_def.hpp"

namespace dala {

namespace {

using Reason = const backend::KernelCall&;

std::size_t axis_of(const backend::KernelCall& call) {
  return *resolve_axis(call.kernel, call.params[0].integer(), call.inputs[0].shape);
}

// All elements become one.
InferredOutput reduced_whole(const Shape& input, bool keep_dims) {
  if (!keep_dims)
    return {.shape = {}, .rule = ShapeRule::or_one, .reason = [](Reason) -> std::string {
              return "or {1}, when no axis is given";
            }};
  Shape ones = input;
  for (std::size_t i = 0; i < input.rank(); ++i) ones.set(i, 1);
  return {.shape = ones,
          .reason = [](Reason) -> std::string { return "the input's shape with every size 1"; }};
}

InferredOutput reduced_along(const Shape& input, std::size_t axis, bool keep_dims) {
  if (keep_dims) {
    Shape kept = input;
    if (axis < input.rank()) kept.set(axis, 1);
    return {.shape = kept, .reason = [](Reason call) {
              return format("the input's {} with axis {} of size 1",
                            to_string(call.inputs[0].shape), axis_of(call));
            }};
  }
  std::array<std::int64_t, Shape::max_rank> left{};
  std::size_t rank = 0;
  for (std::size_t i = 0; i < input.rank(); ++i)
    if (i != axis) left[rank++] = input[i];
  return {.shape = Shape(std::span(left.data(), rank)), .reason = [](Reason call) {
            return format("the input's {} with axis {} gone", to_string(call.inputs[0].shape),
                          axis_of(call));
          }};
}

// The shape of what is left, with the first of `dtypes` unless the caller chooses another.
Result<InferredOutputs> reduced(const backend::KernelCall& call,
                                std::initializer_list<DType> dtypes) {
  const Shape& input = call.inputs[0].shape;
  const ParamValue& axis = call.params[0];
  const bool keep_dims = call.params[1].boolean();
  InferredOutput output;
  if (axis.has_value()) {
    DALA_ASSIGN(const std::size_t at, resolve_axis(call.kernel, axis.integer(), input));
    output = reduced_along(input, at, keep_dims);
  } else {
    output = reduced_whole(input, keep_dims);
  }
  output.dtype = *dtypes.begin();
  for (const DType dtype : dtypes) output.dtypes = output.dtypes.with(dtype);
  return InferredOutputs{output};
}

// The same for what has no value over no elements.
Result<InferredOutputs> reduced_from_some(const backend::KernelCall& call,
                                          std::initializer_list<DType> dtypes) {
  DALA_ASSIGN(InferredOutputs outputs, reduced(call, dtypes));
  const Shape& input = call.inputs[0].shape;
  if (outputs[0].shape.elements() > 0 && input.elements() == 0)
    return fail(ErrorCode::shape_mismatch,
                "{}: the input is {}, so there are no elements to take it of; every line along "
                "the axis needs at least 1",
                call.kernel, to_string(input));
  return outputs;
}

Result<InferredOutputs> infer_sum(const backend::KernelCall& call) {
  const DType input = call.inputs[0].dtype;
  if (is_float(input) && size_of(input) == 2) return reduced(call, {input, DType::f32, DType::f64});
  return reduced(call, {input, is_float(input) ? DType::f64 : DType::s64});
}

Result<InferredOutputs> infer_mean(const backend::KernelCall& call) {
  const DType input = call.inputs[0].dtype;
  if (input == DType::f64) return reduced_from_some(call, {DType::f64});
  if (is_float(input) && size_of(input) == 2)
    return reduced_from_some(call, {input, DType::f32, DType::f64});
  return reduced_from_some(call, {DType::f32, DType::f64});
}

Result<InferredOutputs> infer_max(const backend::KernelCall& call) {
  return reduced_from_some(call, {call.inputs[0].dtype});
}

Result<InferredOutputs> infer_argmax(const backend::KernelCall& call) {
  DALA_ASSIGN(InferredOutputs outputs,
              reduced_from_some(call, {DType::s64, DType::s32, DType::u32}));
  const Shape& input = call.inputs[0].shape;
  const std::int64_t places = call.params[0].has_value() ? input[axis_of(call)] : input.elements();
  // The last place has to fit.
  if (places - 1 > std::numeric_limits<std::int32_t>::max()) {
    outputs[0].dtypes = DTypeSet(DType::s64);
    if (places - 1 <= std::numeric_limits<std::uint32_t>::max())
      outputs[0].dtypes = outputs[0].dtypes.with(DType::u32);
  }
  return outputs;
}

KernelDef reduction(const char* name, const char* summary, TensorInfo output,
                    OutputInference infer) {
  return {.info = {.name = name,
                   .family = "reduction",
                   .summary = summary,
                   .inputs = {{"input", number_dtypes, "what to reduce"}},
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
          .infer = infer};
}

}  // namespace

void define_reduction(KernelDefList& list) {
  list.push_back(reduction(
      "sum",
      "Adds elements up: floats in 64 bits in an order that does not depend on the number of "
      "threads, integers wrapping; no elements give 0.",
      {"output", number_dtypes,
       "the sums: the input's dtype, or a wider float for floats, or s64 for integers"},
      infer_sum));
  list.push_back(reduction("mean", "The sum, kept in 64-bit floats, divided by the count.",
                           {"output", float_dtypes,
                            "the means: the input's dtype or a wider one for floats, f32 or f64 "
                            "for integers"},
                           infer_mean));
  list.push_back(reduction("max", "The largest element; NaN wins over every number.",
                           {"output", number_dtypes, "the largest elements, in the input's dtype"},
                           infer_max));
  list.push_back(reduction(
      "argmax",
      "The position of the largest element, along the axis or in the flattened input: the first "
      "of equal ones, with NaN the largest of all.",
      {"output", DTypeSet(DType::s64, DType::s32, DType::u32), "the positions, counted from 0"},
      infer_argmax));
}

}  // namespace dala
