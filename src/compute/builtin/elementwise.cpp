// Arithmetic on one element at a time.
#include <cmath>
#include <string>

#include "compute/builtin/inference.hpp"
#include "compute/kernels/kernel_def.hpp"

namespace dala {

namespace {

Result<InferredOutputs> infer_binary(const backend::KernelCall& call) {
  DALA_ASSIGN(const DType dtype, common_dtype(call));
  const Shape& a = call.inputs[0].shape;
  const Shape& b = call.inputs[1].shape;
  auto shape = broadcast(a, b);
  if (!shape)
    return fail(shape.error().code, "{}: a and b do not fit together: {}", call.kernel,
                shape.error().message);
  return one_output(dtype, *shape, [](const backend::KernelCall& of) {
    return format("what a {} and b {} broadcast to", to_string(of.inputs[0].shape),
                  to_string(of.inputs[1].shape));
  });
}

Result<InferredOutputs> infer_scalar_mul(const backend::KernelCall& call) {
  const DType dtype = call.inputs[0].dtype;
  if (is_float(dtype)) return like_input(call);
  const double scalar = call.params[0].number();
  const bool has_sign = signed_dtypes.contains(dtype);
  const double low = has_sign ? -0x1p63 : 0.0;
  const double limit = has_sign ? 0x1p63 : 0x1p64;
  if (std::trunc(scalar) != scalar || scalar < low || scalar >= limit)
    return fail(ErrorCode::param_out_of_range,
                "{}: scalar is {} and the input is {}; scalar must be a whole number from {} to "
                "below {} there. Cast the input to f32 first to multiply by any number",
                call.kernel, scalar, to_string(dtype), has_sign ? "-2^63" : "0",
                has_sign ? "2^63" : "2^64");
  return like_input(call);
}

Result<InferredOutputs> infer_clamp(const backend::KernelCall& call) {
  const double min = call.params[0].number();
  const double max = call.params[1].number();
  if (!(min <= max))
    return fail(ErrorCode::param_out_of_range,
                "{}: min is {} and max is {}; min must not be above max", call.kernel, min, max);
  if (!is_float(call.inputs[0].dtype) && std::ceil(min) > std::floor(max))
    return fail(ErrorCode::param_out_of_range,
                "{}: min is {} and max is {}, with no whole number between them; {} elements "
                "need one",
                call.kernel, min, max, to_string(call.inputs[0].dtype));
  return like_input(call);
}

KernelDef binary(const char* name, const std::string& summary) {
  return {.info = {.name = name,
                   .family = "elementwise",
                   .summary = summary + " All three have the same dtype; a and b broadcast as in "
                                        "numpy, and the output has the broadcast shape.",
                   .inputs = {{"a", number_dtypes, "the left operand"},
                              {"b", number_dtypes, "the right operand, broadcast against a"}},
                   .outputs = {{"output", number_dtypes, "the result, in the broadcast shape"}},
                   .params = {},
                   .in_place = true},
          .infer = infer_binary};
}

}  // namespace

void define_elementwise(KernelDefList& list) {
  list.push_back(binary("elementwise_add", "output = a + b; integers wrap."));
  list.push_back(binary("elementwise_sub", "output = a - b; integers wrap."));
  list.push_back(binary("elementwise_mul", "output = a * b; integers wrap."));
  list.push_back(binary("elementwise_div",
                        "output = a / b; integers truncate toward zero, x / 0 is 0 and the "
                        "smallest value / -1 is itself."));
  list.push_back(
      {.info = {.name = "scalar_mul",
                .family = "elementwise",
                .summary =
                    "output = input * scalar, in the input's dtype and shape; integers wrap.",
                .inputs = {{"input", number_dtypes, "what to multiply"}},
                .outputs = {{"output", number_dtypes, "the product, like the input"}},
                .params = {{.name = "scalar",
                            .type = ParamType::number,
                            .summary = "the factor; a whole number for integer inputs",
                            .fallback = {},
                            .required = true}},
                .in_place = true},
       .infer = infer_scalar_mul});
  list.push_back(
      {.info = {.name = "clamp",
                .family = "elementwise",
                .summary = "output = input limited to [min, max]; NaN stays NaN, and integers are "
                           "limited to the whole numbers in the range.",
                .inputs = {{"input", number_dtypes, "what to limit"}},
                .outputs = {{"output", number_dtypes, "the limited values, like the input"}},
                .params = {{.name = "min",
                            .type = ParamType::number,
                            .summary = "smaller elements become this",
                            .fallback = {},
                            .required = true},
                           {.name = "max",
                            .type = ParamType::number,
                            .summary = "larger elements become this; not below min",
                            .fallback = {},
                            .required = true}},
                .in_place = true},
       .infer = infer_clamp});
}

}  // namespace dala
