// Matrix products.
#include <array>

#include "compute/builtin/inference.hpp"
#include "compute/kernels/kernel_def.hpp"

namespace dala {

namespace {

Result<InferredOutputs> product_of(const backend::KernelCall& call, DType dtype) {
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

Result<InferredOutputs> infer_matmul(const backend::KernelCall& call) {
  DALA_ASSIGN(const DType dtype, common_dtype(call));
  return product_of(call, dtype);
}

Result<InferredOutputs> infer_matmul_integer(const backend::KernelCall& call) {
  constexpr std::array names = {"a", "b"};
  for (std::size_t i = 0; i < names.size(); ++i) {
    const DType dtype = call.inputs[i].dtype;
    const std::int64_t least = dtype == DType::s8 ? -128 : 0;
    const std::int64_t most = dtype == DType::s8 ? 127 : 255;
    const std::int64_t zero = call.params[i].integer();
    if (zero < least || zero > most)
      return fail(ErrorCode::param_out_of_range,
                  "{}: {}_zero_point is {} and {} is {}; it must be between {} and {}", call.kernel,
                  names[i], zero, names[i], to_string(dtype), least, most);
  }
  return product_of(call, DType::s32);
}

ParamInfo zero_point(const char* name, const char* summary) {
  return {.name = name,
          .type = ParamType::integer,
          .summary = summary,
          .fallback = std::int64_t{0},
          .min = -128,
          .max = 255};
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
  constexpr DTypeSet bytes(DType::u8, DType::s8);
  list.push_back(
      {.info = {.name = "matmul_integer",
                .family = "matmul",
                .summary = "The matrix product of 8-bit integers in 32 bits: output {m, n} = (a "
                           "{m, k} - its zero point) times (b {k, n} - its zero point); sums wrap, "
                           "and k = 0 gives zeros.",
                .inputs = {{"a", bytes, "the left matrix, {m, k}"},
                           {"b", bytes, "the right matrix, {k, n}"}},
                .outputs = {{"output", DTypeSet(DType::s32), "the product, {m, n}"}},
                .params = {zero_point("a_zero_point",
                                      "what is subtracted from every element of a, in its range"),
                           zero_point("b_zero_point",
                                      "what is subtracted from every element of b, in its range")},
                .in_place = false},
       .infer = infer_matmul_integer});
}

}  // namespace dala
