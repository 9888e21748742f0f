// Conversion between element types.
#include "compute/builtin/inference.hpp"
#include "compute/kernels/kernel_def.hpp"

namespace dala {

namespace {

Result<InferredOutputs> infer_cast(const backend::KernelCall& call) {
  DALA_ASSIGN(InferredOutputs outputs, like_input(call));
  outputs[0].dtype.reset();
  outputs[0].dtypes = any_dtype;
  return outputs;
}

}  // namespace

void define_cast(KernelDefList& list) {
  list.push_back(
      {.info = {.name = "cast",
                .family = "cast",
                .summary = "Converts every element to the output's dtype: floats become integers "
                           "by truncation toward zero, saturated at the ends of the range, NaN "
                           "becomes 0, and integers wrap into narrower ones. A bool is 0 or 1, and "
                           "every number but 0 becomes true.",
                .inputs = {{"input", any_dtype, "what to convert"}},
                .outputs = {{"output", any_dtype,
                             "the converted elements; its dtype chooses the conversion, its shape "
                             "is the input's"}},
                .params = {},
                .in_place = false},
       .infer = infer_cast});
}

}  // namespace dala
