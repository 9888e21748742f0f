// The matrix product.
#include "compute/builtin/inference.hpp"
#include "compute/kernels/kernel_def.hpp"

namespace dala {

namespace {

Result<InferredOutputs> infer_matmul(const backend::KernelCall& call) {
  DALA_ASSIGN(const DType dtype, common_dtype(call));
  const Shape& a = call.inputs[0].shape;
  const Shape& b = call.inputs[1].shape;
  if (a.rank() != 2 || b.rank() != 2)
    return fail(ErrorCode::shape_mismatch,
                "{}: a is {} and b is {}; both must have 2 dimensions: rows and columns",
                call.kernel, to_string(a), to_string(b));
  if (a[1] != b[0])
    return fail(ErrorCode::shape_mismatch,
                "{}: a is {} and b is {}; a's columns ({}) must equal b's rows ({})", call.kernel,
                to_string(a), to_string(b), a[1], b[0]);
  return one_output(dtype, {a[0], b[1]}, [](const backend::KernelCall&) -> std::string {
    return "a's rows by b's columns";
  });
}

}  // namespace

void define_matmul(KernelDefList& list) {
  list.push_back(
      {.info = {.name = "matmul",
                .family = "matmul",
                .summary = "The matrix product: output {m, n} = a {m, k} times b {k, n}, all of "
                           "one dtype; integers wrap, and k = 0 gives zeros.",
                .inputs = {{"a", number_dtypes, "the left matrix, {m, k}"},
                           {"b", number_dtypes, "the right matrix, {k, n}"}},
                .outputs = {{"output", number_dtypes, "the product, {m, n}"}},
                .params = {},
                .in_place = false},
       .infer = infer_matmul});
}

}  // namespace dala
