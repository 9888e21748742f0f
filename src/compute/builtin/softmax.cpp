// Softmax along one axis.
#include "compute/builtin/checks.hpp"
#include "compute/kernel_def.hpp"

namespace dala {

namespace {

Result<void> check_softmax(const backend::KernelCall& call) {
  DALA_TRY(check_like_input(call));
  DALA_TRY(resolve_axis(call.kernel, call.params[0].integer(), call.inputs[0].shape));
  return {};
}

}  // namespace

void define_softmax(KernelDefList& list) {
  list.push_back(
      {.info = {.name = "softmax",
                .family = "softmax",
                .summary = "output = exp(input - max) / sum(exp(input - max)), with max and sum "
                           "taken along one axis; NaN makes its whole line NaN.",
                .inputs = {{"input", float_dtypes, "the scores"}},
                .outputs = {{"output", float_dtypes,
                             "the weights, like the input; each line along the axis adds up to 1"}},
                .params = {{.name = "axis",
                            .type = ParamType::integer,
                            .summary = "the axis to normalise along; negative counts from the end",
                            .fallback = -1}},
                .in_place = true},
       .check = check_softmax});
}

}  // namespace dala
