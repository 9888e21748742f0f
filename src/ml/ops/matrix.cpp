// Matrix products.
#include <algorithm>

#include "ml/ops/families.hpp"
#include "ml/ops/product.hpp"

namespace dala::ml {

namespace {

// out {m, n} += a {m, k} * b {k, n}, in the order of memory of b and out.
void multiply(const float* a, const std::array<std::int64_t, 2>& a_step, const float* b,
              const std::array<std::int64_t, 2>& b_step, float* out,
              const std::array<std::int64_t, 3>& mnk, std::int64_t row, Pace& pace) {
  const auto [m, n, k] = mnk;
  const std::int64_t step = b_step[1];
  for (std::int64_t depth = 0; depth < k && !pace.is_over(1); ++depth) {
    const float factor = a[row * a_step[0] + depth * a_step[1]];
    const float* line = b + depth * b_step[0];
    float* sums = out + row * n;
    in_pieces(pace, static_cast<std::size_t>(n), [&](std::size_t begin, std::size_t end) {
      const auto last = static_cast<std::int64_t>(end);
      if (step == 1)
        for (auto i = static_cast<std::int64_t>(begin); i < last; ++i) sums[i] += factor * line[i];
      else
        for (auto i = static_cast<std::int64_t>(begin); i < last; ++i)
          sums[i] += factor * line[i * step];
    });
  }
}

void clear(const OpCall& call) {
  float* out = call.outputs[0].values<float>().data();
  Pace pace(call.watch);
  in_pieces(pace, call.outputs[0].elements(),
            [&](std::size_t begin, std::size_t end) { std::fill(out + begin, out + end, 0.0F); });
}

Result<void> infer_gemm(Inference& inference) {
  DALA_TRY(check_float(inference));
  DALA_ASSIGN(const GemmShape of,
              gemm_shape_of(inference.node, inference.shape(0), inference.shape(1)));
  const Shape out{of.m, of.n};
  if (inference.has(2)) {
    DALA_ASSIGN(const Shape both, broadcast(inference.shape(2), out));
    if (both != out)
      return fail(ErrorCode::shape_mismatch, "it cannot add {} to {}",
                  to_string(inference.shape(2)), to_string(out));
  }
  inference.output(DType::f32, out);
  return {};
}

Result<void> run_gemm(const OpCall& call) {
  const TensorView& a = *call.inputs[0];
  const TensorView& b = *call.inputs[1];
  const TensorView& out = call.outputs[0];
  DALA_ASSIGN(const GemmShape of, gemm_shape_of(call.node, a.shape, b.shape));
  const std::array mnk{of.m, of.n, of.k};
  const float alpha = call.node.attributes.number("alpha", 1);
  const float beta = call.node.attributes.number("beta", 1);
  float* results = out.values<float>().data();
  clear(call);
  call.threads.parallel_for(
      static_cast<std::size_t>(mnk[0]), 1, [&](std::size_t begin, std::size_t end) {
        Pace pace(call.watch);
        for (std::size_t row = begin; row < end; ++row)
          multiply(a.values<float>().data(), of.a_step, b.values<float>().data(), of.b_step,
                   results, mnk, static_cast<std::int64_t>(row), pace);
      });
  const TensorView* c = call.input(2);
  const Strides c_step = c == nullptr ? Strides{} : broadcast_strides(c->shape, out.shape);
  Pace pace(call.watch);
  const std::array strides{strides_of(out.shape), c_step};
  for_each_run<2>(
      out.shape, strides, pace, [&](const auto& offset, std::int64_t count, const auto& step) {
        float* line = results + offset[0];
        for (std::int64_t x = 0; x < count; ++x) {
          line[x] *= alpha;
          if (c != nullptr)
            line[x] += beta * c->values<float>()[static_cast<std::size_t>(offset[1] + x * step[1])];
        }
      });
  return {};
}

Result<void> infer_matmul(Inference& inference) {
  DALA_TRY(check_float(inference));
  DALA_ASSIGN(const Factors factors, factors_of(inference.shape(0), inference.shape(1)));
  inference.output(DType::f32, factors.out);
  return {};
}

Result<void> run_matmul(const OpCall& call) {
  const TensorView& a = *call.inputs[0];
  const TensorView& b = *call.inputs[1];
  DALA_ASSIGN(const Factors factors, factors_of(a.shape, b.shape));
  const std::int64_t m = factors.m;
  const std::int64_t n = factors.n;
  const std::int64_t k = factors.k;
  clear(call);
  for_each_product(factors, call.watch,
                   [&](std::int64_t in_a, std::int64_t in_b, std::int64_t in_out) {
                     const float* left = a.values<float>().data() + in_a * m * k;
                     const float* right = b.values<float>().data() + in_b * k * n;
                     float* results = call.outputs[0].values<float>().data() + in_out * m * n;
                     call.threads.parallel_for(
                         static_cast<std::size_t>(m), 1, [&](std::size_t begin, std::size_t end) {
                           Pace pace(call.watch);
                           for (std::size_t row = begin; row < end; ++row)
                             multiply(left, {k, 1}, right, {n, 1}, results, {m, n, k},
                                      static_cast<std::int64_t>(row), pace);
                         });
                   });
  return {};
}

constexpr std::array gemm_attributes{attribute::number("alpha", 1), attribute::number("beta", 1),
                                     attribute::integer("transA"), attribute::integer("transB")};

constexpr std::array matrix_table{
    Operator{"Gemm", 2, 3, infer_gemm, run_gemm, 1, gemm_attributes},
    Operator{"MatMul", 2, 2, infer_matmul, run_matmul},
};

}  // namespace

Result<Factors> factors_of(const Shape& a, const Shape& b) {
  if (a.rank() == 0 || b.rank() == 0 || a.rank() > 7 || b.rank() > 7)
    return fail(ErrorCode::shape_mismatch, "it cannot multiply {} and {}", to_string(a),
                to_string(b));
  Factors factors{.a = a.rank() == 1 ? Shape{1, a[0]} : a, .b = b.rank() == 1 ? Shape{b[0], 1} : b};
  factors.m = factors.a[factors.a.rank() - 2];
  factors.k = factors.a[factors.a.rank() - 1];
  factors.n = factors.b[factors.b.rank() - 1];
  if (factors.k != factors.b[factors.b.rank() - 2])
    return fail(ErrorCode::shape_mismatch, "it cannot multiply {} and {}", to_string(a),
                to_string(b));
  const auto lead = [](const Shape& shape) { return Shape(shape.dims().first(shape.rank() - 2)); };
  DALA_ASSIGN(factors.batch, broadcast(lead(factors.a), lead(factors.b)));
  std::array<std::int64_t, Shape::max_rank> dims{};
  std::size_t rank = factors.batch.rank();
  std::ranges::copy(factors.batch.dims(), dims.begin());
  if (a.rank() > 1) dims[rank++] = factors.m;
  if (b.rank() > 1) dims[rank++] = factors.n;
  factors.out = Shape(std::span(dims).first(rank));
  return factors;
}

Result<GemmShape> gemm_shape_of(const Node& node, const Shape& a, const Shape& b) {
  if (a.rank() != 2 || b.rank() != 2)
    return fail(ErrorCode::shape_mismatch, "it multiplies matrices, not {} and {}", to_string(a),
                to_string(b));
  const bool transpose_a = node.attributes.integer("transA", 0) != 0;
  const bool transpose_b = node.attributes.integer("transB", 0) != 0;
  const auto steps = [](const Shape& matrix, bool transpose) {
    return transpose ? std::array{std::int64_t{1}, matrix[1]}
                     : std::array{matrix[1], std::int64_t{1}};
  };
  if (a[transpose_a ? 0 : 1] != b[transpose_b ? 1 : 0])
    return fail(ErrorCode::shape_mismatch, "it cannot multiply {} and {}", to_string(a),
                to_string(b));
  return GemmShape{.m = a[transpose_a ? 1 : 0],
                   .n = b[transpose_b ? 0 : 1],
                   .k = a[transpose_a ? 0 : 1],
                   .a_step = steps(a, transpose_a),
                   .b_step = steps(b, transpose_b)};
}

std::span<const Operator> matrix_operators() { return matrix_table; }

}  // namespace dala::ml
