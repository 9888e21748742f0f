// Softmax along one axis.
#include "compute/builtin/inference.hpp"
#include "compute/kernels/kernel_def.hpp"

namespace dala {

namespace {

Result<InferredOutputs> infer_softmax(const backend::KernelCall& call) {
  DALA_TRY(resolve_axis(call.kernel, call.params[0].integer(), call.inputs[0].shape));
  return like_input(call);
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
       .infer = infer_softmax});
}

}  // namespace dala
