// Products of matrices of integers: sums of s32, which wrap, of what the zero points are taken
// from.
#include <array>

#include "ml/ops/families.hpp"
#include "ml/ops/product.hpp"
#include "ml/ops/quantization.hpp"

namespace dala::ml {

namespace {

// Two matrices in their tensors, steps from row to row and from column to column.
struct IntegerMatrices {
  const TensorView& a;
  std::int64_t a_first = 0;
  std::array<std::int64_t, 2> a_step{};
  const TensorView& b;
  std::int64_t b_first = 0;
  std::array<std::int64_t, 2> b_step{};
  std::int64_t m = 0;
  std::int64_t n = 0;
  std::int64_t k = 0;
  Zeros a_zeros = {};  // by row
  Zeros b_zeros = {};  // by column
};

// `finish(row, column, sum)` gets each element of the product.
template <typename A, typename B, typename Finish>
void multiply_row(const IntegerMatrices& of, std::int64_t row, const Finish& finish, Pace& pace) {
  constexpr std::int64_t most = 256;  // columns at once
  const A* a = of.a.values<A>().data() + of.a_first + row * of.a_step[0];
  const B* b = of.b.values<B>().data() + of.b_first;
  const std::int32_t a_zero = of.a_zeros[row];
  for (std::int64_t first = 0; first < of.n; first += most) {
    const std::int64_t count = std::min(most, of.n - first);
    std::array<std::uint32_t, most> sums{};
    std::array<std::int32_t, most> zeros{};
    for (std::int64_t i = 0; i < count; ++i)
      zeros[static_cast<std::size_t>(i)] = of.b_zeros[first + i];
    for (std::int64_t depth = 0; depth < of.k; ++depth) {
      if (pace.is_over(count)) return;
      const std::int32_t factor = a[depth * of.a_step[1]] - a_zero;
      const B* line = b + depth * of.b_step[0] + first * of.b_step[1];
      for (std::int64_t i = 0; i < count; ++i) {
        const auto at = static_cast<std::size_t>(i);
        sums[at] += static_cast<std::uint32_t>(factor * (line[i * of.b_step[1]] - zeros[at]));
      }
    }
    for (std::int64_t i = 0; i < count; ++i)
      finish(row, first + i, static_cast<std::int32_t>(sums[static_cast<std::size_t>(i)]));
  }
}

template <typename Finish>
void multiply_integers(const OpCall& call, const IntegerMatrices& of, const Finish& finish) {
  visit_byte(of.a.dtype, [&]<typename A>(Type<A>) {
    visit_byte(of.b.dtype, [&]<typename B>(Type<B>) {
      call.threads.parallel_for(
          static_cast<std::size_t>(of.m), 1, [&](std::size_t begin, std::size_t end) {
            Pace pace(call.watch);
            for (std::size_t row = begin; row < end; ++row)
              multiply_row<A, B>(of, static_cast<std::int64_t>(row), finish, pace);
          });
    });
  });
}

// Every product of a batch; `finish(element of the output, row, column, sum)`.
template <typename Finish>
Result<void> multiply_batch(const OpCall& call, std::size_t b_input, const TensorView* a_zeros,
                            const TensorView* b_zeros, const Finish& finish) {
  const TensorView& a = *call.inputs[0];
  const TensorView& b = *call.inputs[b_input];
  DALA_ASSIGN(const Factors factors, factors_of(a.shape, b.shape));
  for_each_product(
      factors, call.watch, [&](std::int64_t in_a, std::int64_t in_b, std::int64_t in_out) {
        multiply_integers(call,
                          {.a = a,
                           .a_first = in_a * factors.m * factors.k,
                           .a_step = {factors.k, 1},
                           .b = b,
                           .b_first = in_b * factors.k * factors.n,
                           .b_step = {factors.n, 1},
                           .m = factors.m,
                           .n = factors.n,
                           .k = factors.k,
                           .a_zeros = Zeros(a_zeros),
                           .b_zeros = Zeros(b_zeros)},
                          [&](std::int64_t row, std::int64_t column, std::int32_t sum) {
                            finish((in_out * factors.m + row) * factors.n + column, row, column,
                                   sum);
                          });
      });
  return {};
}

Result<void> infer_integer_product(Inference& inference) {
  DALA_TRY(check_byte(inference, 0));
  DALA_TRY(check_byte(inference, 1));
  DALA_ASSIGN(const Factors factors, factors_of(inference.shape(0), inference.shape(1)));
  DALA_TRY(check_zero(inference, 2, inference.dtype(0), factors.m));
  DALA_TRY(check_zero(inference, 3, inference.dtype(1), factors.n));
  inference.output(DType::s32, factors.out);
  return {};
}

Result<void> run_integer_product(const OpCall& call) {
  std::int32_t* out = call.outputs[0].values<std::int32_t>().data();
  return multiply_batch(call, 1, call.input(2), call.input(3),
                        [=](std::int64_t at, std::int64_t /*row*/, std::int64_t /*column*/,
                            std::int32_t sum) { out[at] = sum; });
}

// a, its scale and zero point, b, its scales and zero points, scale and zero point of the output.
Result<void> infer_linear_product(Inference& inference) {
  DALA_TRY(check_byte(inference, 0));
  DALA_TRY(check_byte(inference, 3));
  DALA_ASSIGN(const Factors factors, factors_of(inference.shape(0), inference.shape(3)));
  DALA_TRY(check_quantized(inference, 0, factors.m));
  DALA_TRY(check_quantized(inference, 3, factors.n));
  DALA_TRY(check_scale(inference, 6));
  DALA_TRY(check_byte(inference, 7));
  DALA_TRY(check_zero(inference, 7, inference.dtype(7)));
  inference.output(inference.dtype(7), factors.out);
  return {};
}

Result<void> run_linear_product(const OpCall& call) {
  const Scales a_scales(*call.inputs[1]);
  const Scales b_scales(*call.inputs[4]);
  const float out_scale = Scales(*call.inputs[6])[0];
  const std::int32_t out_zero = Zeros(call.inputs[7])[0];
  return visit_byte(call.outputs[0].dtype, [&]<typename Out>(Type<Out>) {
    Out* out = call.outputs[0].values<Out>().data();
    return multiply_batch(
        call, 3, call.input(2), call.input(5),
        [&](std::int64_t at, std::int64_t row, std::int64_t column, std::int32_t sum) {
          const float factor = a_scales[row] * b_scales[column] / out_scale;
          out[at] = quantized<Out>(static_cast<float>(sum) * factor, out_zero);
        });
  });
}

// As of infer_linear_product, with a bias of s32 before the output's scale and zero point, which
// may be missing: the output is floats then.
Result<void> infer_linear_gemm(Inference& inference) {
  DALA_TRY(check_quantized(inference, 0));
  DALA_ASSIGN(const GemmShape of,
              gemm_shape_of(inference.node, inference.shape(0), inference.shape(3)));
  DALA_TRY(check_quantized(inference, 3, of.n));
  const Shape out{of.m, of.n};
  if (inference.has(6)) {
    if (inference.dtype(6) != DType::s32)
      return fail(ErrorCode::bad_file, "its bias is {} and has to be s32",
                  to_string(inference.dtype(6)));
    DALA_ASSIGN(const Shape both, broadcast(inference.shape(6), out));
    if (both != out)
      return fail(ErrorCode::shape_mismatch, "it cannot add {} to {}",
                  to_string(inference.shape(6)), to_string(out));
  }
  if (inference.has(7) != inference.has(8))
    return fail(ErrorCode::bad_file, "its output has a scale or a zero point, and not both");
  if (!inference.has(7)) {
    inference.output(DType::f32, out);
    return {};
  }
  DALA_TRY(check_scale(inference, 7));
  DALA_TRY(check_byte(inference, 8));
  DALA_TRY(check_zero(inference, 8, inference.dtype(8)));
  inference.output(inference.dtype(8), out);
  return {};
}

// `finish(element of the output, column, sum with its bias)`.
template <typename Finish>
Result<void> multiply_gemm(const OpCall& call, const Finish& finish) {
  const TensorView& a = *call.inputs[0];
  const TensorView& b = *call.inputs[3];
  DALA_ASSIGN(const GemmShape of, gemm_shape_of(call.node, a.shape, b.shape));
  const TensorView* bias = call.input(6);
  const Strides bias_step =
      bias == nullptr ? Strides{} : broadcast_strides(bias->shape, Shape{of.m, of.n});
  multiply_integers(
      call,
      {.a = a,
       .a_step = of.a_step,
       .b = b,
       .b_step = of.b_step,
       .m = of.m,
       .n = of.n,
       .k = of.k,
       .a_zeros = Zeros(call.input(2)),
       .b_zeros = Zeros(call.input(5))},
      [&](std::int64_t row, std::int64_t column, std::int32_t sum) {
        const std::int64_t at = row * bias_step[0] + column * bias_step[1];
        finish(row * of.n + column, column,
               bias == nullptr
                   ? sum
                   : wrapping_sum(sum, bias->values<std::int32_t>()[static_cast<std::size_t>(at)]));
      });
  return {};
}

Result<void> run_linear_gemm(const OpCall& call) {
  const float a_scale = call.node.attributes.number("alpha", 1) * Scales(*call.inputs[1])[0];
  const Scales b_scales(*call.inputs[4]);
  if (call.outputs[0].dtype == DType::f32) {
    float* out = call.outputs[0].values<float>().data();
    return multiply_gemm(call, [&](std::int64_t at, std::int64_t column, std::int32_t sum) {
      out[at] = static_cast<float>(sum) * (a_scale * b_scales[column]);
    });
  }
  const float out_scale = Scales(*call.inputs[7])[0];
  const std::int32_t out_zero = Zeros(call.inputs[8])[0];
  return visit_byte(call.outputs[0].dtype, [&]<typename Out>(Type<Out>) {
    Out* out = call.outputs[0].values<Out>().data();
    return multiply_gemm(call, [&](std::int64_t at, std::int64_t column, std::int32_t sum) {
      const float factor = a_scale * b_scales[column] / out_scale;
      out[at] = quantized<Out>(static_cast<float>(sum) * factor, out_zero);
    });
  });
}

constexpr std::array linear_gemm_attributes{
    attribute::number("alpha", 1), attribute::integer("transA"), attribute::integer("transB")};

constexpr std::array quantized_matrix_table{
    Operator{"QLinearMatMul", 8, 8, infer_linear_product, run_linear_product},
    Operator{"MatMulInteger", 2, 4, infer_integer_product, run_integer_product},
    Operator{"QGemm", 6, 9, infer_linear_gemm, run_linear_gemm, 1, linear_gemm_attributes}.in(
        Domain::microsoft),
};

}  // namespace

std::span<const Operator> quantized_matrix_operators() { return quantized_matrix_table; }

}  // namespace dala::ml
