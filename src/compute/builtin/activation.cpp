// The activation functions of neural networks.
#include <string>

#include "compute/builtin/inference.hpp"
#include "compute/kernels/kernel_def.hpp"

namespace dala {

namespace {

Result<InferredOutputs> infer_relu(const backend::KernelCall& call) {
  const DType dtype = call.inputs[0].dtype;
  const double slope = call.params[0].number();
  if (!is_float(dtype) && slope != 0)
    return fail(ErrorCode::param_out_of_range,
                "{}: slope is {} and the input is {}; integers take only slope 0. Cast the input "
                "to f32 first for another one",
                call.kernel, slope, to_string(dtype));
  return like_input(call);
}

KernelDef activation(const char* name, const char* summary, std::vector<ParamInfo> params) {
  return {.info = {.name = name,
                   .family = "activation",
                   .summary = summary,
                   .inputs = {{"input", float_dtypes, "where to evaluate the function"}},
                   .outputs = {{"output", float_dtypes, "the values, like the input"}},
                   .params = std::move(params),
                   .in_place = true},
          .infer = like_input};
}

}  // namespace

void define_activation(KernelDefList& list) {
  list.push_back(
      {.info = {.name = "relu",
                .family = "activation",
                .summary =
                    "output = input where it is not negative, else slope * input; with slope "
                    "0 negative elements become 0. NaN stays NaN.",
                .inputs = {{"input", number_dtypes, "where to evaluate the function"}},
                .outputs = {{"output", number_dtypes, "the values, like the input"}},
                .params = {{.name = "slope",
                            .type = ParamType::number,
                            .summary = "factor for negative elements; 0 for integer inputs",
                            .fallback = 0.0}},
                .in_place = true},
       .infer = infer_relu});
  list.push_back(activation(
      "sigmoid", "output = 1 / (1 + exp(-input)), without overflow. NaN stays NaN.", {}));
  list.push_back(activation("tanh", "output = tanh(input). NaN stays NaN.", {}));
  list.push_back(activation(
      "gelu",
      "output = input * P(X <= input) for a standard normal X; minus infinity gives 0, its limit, "
      "and NaN stays NaN.",
      {{.name = "approximate",
        .type = ParamType::boolean,
        .summary = "use 0.5 * x * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x^3))) instead of the "
                   "exact erf form",
        .fallback = false}}));
}

}  // namespace dala
