// Operators on integers with a scale and a zero point, element by element, and their concatenation.
#include <array>
#include <cmath>

#include "ml/ops/families.hpp"
#include "ml/ops/quantization.hpp"
#include "ml/ops/strided.hpp"

namespace dala::ml {

namespace {

// Both factors with their scales and zero points, then scale and zero point of the output.
Result<void> infer_quantized_pair(Inference& inference) {
  DALA_TRY(check_quantized(inference, 0));
  DALA_TRY(check_quantized(inference, 3));
  if (inference.dtype(3) != inference.dtype(0))
    return fail(ErrorCode::bad_file, "its inputs are {} and {}", to_string(inference.dtype(0)),
                to_string(inference.dtype(3)));
  DALA_TRY(check_scale(inference, 6));
  DALA_TRY(check_zero(inference, 7, inference.dtype(0)));
  DALA_ASSIGN(const Shape out, broadcast(inference.shape(0), inference.shape(3)));
  inference.output(inference.dtype(0), out);
  return {};
}

struct PairLevels {
  float a_scale;
  std::int32_t a_zero;
  float b_scale;
  std::int32_t b_zero;
  float out_scale;
};

struct SumOfLevels {
  static float of(std::int32_t a, std::int32_t b, const PairLevels& levels) {
    return (static_cast<float>(a - levels.a_zero) * levels.a_scale +
            static_cast<float>(b - levels.b_zero) * levels.b_scale) /
           levels.out_scale;
  }
};
struct ProductOfLevels {
  static float of(std::int32_t a, std::int32_t b, const PairLevels& levels) {
    return static_cast<float>((a - levels.a_zero) * (b - levels.b_zero)) *
           (levels.a_scale * levels.b_scale / levels.out_scale);
  }
};

template <typename Op>
Result<void> run_quantized_pair(const OpCall& call) {
  const PairLevels levels{.a_scale = Scales(*call.inputs[1])[0],
                          .a_zero = Zeros(call.input(2))[0],
                          .b_scale = Scales(*call.inputs[4])[0],
                          .b_zero = Zeros(call.input(5))[0],
                          .out_scale = Scales(*call.inputs[6])[0]};
  const std::int32_t zero = Zeros(call.input(7))[0];
  visit_byte(call.outputs[0].dtype, [&]<typename T>(Type<T>) {
    apply_pairs<T, T, T>(*call.inputs[0], *call.inputs[3], call.outputs[0], call.watch,
                         [&](T a, T b) { return quantized<T>(Op::of(a, b, levels), zero); });
  });
  return {};
}

// The output for each of the 256 integers that an input may be.
template <typename T, typename F>
std::array<T, 256> table_of(const F& f) {
  std::array<T, 256> table{};
  for (std::size_t i = 0; i < table.size(); ++i)
    table[i] = f(static_cast<std::int32_t>(static_cast<T>(i)));
  return table;
}

Result<void> infer_quantized_element(Inference& inference) {
  DALA_TRY(check_quantized(inference, 0));
  DALA_TRY(check_scale(inference, 3));
  DALA_TRY(check_zero(inference, 4, inference.dtype(0)));
  inference.output(inference.dtype(0), inference.shape(0));
  return {};
}

// `f` is of the numbers that the integers stand for.
template <typename F>
Result<void> apply_table(const OpCall& call, const F& f) {
  const float in_scale = Scales(*call.inputs[1])[0];
  const std::int32_t in_zero = Zeros(call.input(2))[0];
  const float out_scale = Scales(*call.inputs[3])[0];
  const std::int32_t out_zero = Zeros(call.input(4))[0];
  constexpr std::size_t grain = 16384;
  visit_byte(call.outputs[0].dtype, [&]<typename T>(Type<T>) {
    const auto table = table_of<T>([&](std::int32_t value) {
      return quantized<T>(f(static_cast<float>(value - in_zero) * in_scale) / out_scale, out_zero);
    });
    const T* in = call.inputs[0]->values<T>().data();
    T* out = call.outputs[0].values<T>().data();
    call.threads.parallel_for(call.outputs[0].elements(), grain,
                              [&](std::size_t begin, std::size_t end) {
                                for (std::size_t i = begin; i < end; ++i)
                                  out[i] = table[static_cast<std::uint8_t>(in[i])];
                              });
  });
  return {};
}

Result<void> run_quantized_sigmoid(const OpCall& call) {
  return apply_table(call, [](float x) { return 1 / (1 + std::exp(-x)); });
}

Result<void> run_quantized_leaky_relu(const OpCall& call) {
  const float alpha = call.node.attributes.number("alpha", 0.01F);
  return apply_table(call, [=](float x) { return x < 0 ? x * alpha : x; });
}

// Scale and zero point of the output, then each input with its own.
Result<void> infer_quantized_concat(Inference& inference) {
  if ((inference.node.inputs.size() - 2) % 3 != 0)
    return fail(ErrorCode::bad_file, "it has {} inputs, and not three for each tensor after two",
                inference.node.inputs.size());
  DALA_TRY(check_scale(inference, 0));
  DALA_TRY(check_byte(inference, 1));
  DALA_TRY(check_zero(inference, 1, inference.dtype(1)));
  Shape out = inference.shape(2);
  DALA_ASSIGN(const std::size_t axis,
              axis_of(inference.node.attributes.integer("axis", 1), out.rank()));
  std::int64_t along = 0;
  for (std::size_t i = 2; i < inference.node.inputs.size(); i += 3) {
    DALA_TRY(check_quantized(inference, i));
    Shape other = inference.shape(i);
    if (other.rank() != out.rank() || inference.dtype(i) != inference.dtype(1))
      return fail(ErrorCode::shape_mismatch, "its input {} is of another rank or type", i);
    if (other[axis] > (std::int64_t{1} << 40) - along)
      return fail(ErrorCode::invalid_shape, "its output is too large");
    along += other[axis];
    other.set(axis, out[axis]);
    if (other != out)
      return fail(ErrorCode::shape_mismatch, "its inputs are {} and {}", to_string(out),
                  to_string(inference.shape(i)));
  }
  out.set(axis, along);
  inference.output(inference.dtype(1), out);
  return {};
}

Result<void> run_quantized_concat(const OpCall& call) {
  const TensorView& out = call.outputs[0];
  DALA_ASSIGN(const std::size_t axis,
              axis_of(call.node.attributes.integer("axis", 1), out.shape.rank()));
  const float out_scale = Scales(*call.inputs[0])[0];
  const std::int32_t out_zero = Zeros(call.inputs[1])[0];
  const Around whole = around(out.shape, axis);
  const std::size_t stride = whole.along * whole.after;
  visit_byte(out.dtype, [&]<typename T>(Type<T>) {
    T* to = out.values<T>().data();
    for (std::size_t i = 2; i < call.inputs.size(); i += 3) {
      const float in_scale = Scales(*call.inputs[i + 1])[0];
      const std::int32_t in_zero = Zeros(call.inputs[i + 2])[0];
      const bool same = in_scale == out_scale && in_zero == out_zero;
      const auto table = table_of<T>([&](std::int32_t value) {
        return same ? static_cast<T>(value)
                    : quantized<T>(static_cast<float>(value - in_zero) * in_scale / out_scale,
                                   out_zero);
      });
      const Around part = around(call.inputs[i]->shape, axis);
      const std::size_t run = part.along * part.after;
      if (run == 0) continue;
      const T* from = call.inputs[i]->values<T>().data();
      call.threads.parallel_for(whole.before, 1, [&](std::size_t begin, std::size_t end) {
        Pace pace(call.watch);
        for (std::size_t row = begin; row < end; ++row)
          in_pieces(pace, run, [&](std::size_t first, std::size_t last) {
            for (std::size_t k = first; k < last; ++k)
              to[row * stride + k] = table[static_cast<std::uint8_t>(from[row * run + k])];
          });
      });
      to += run;
    }
  });
  return {};
}

constexpr std::array quantized_leaky_attributes{attribute::number("alpha", 0.01)};
constexpr std::array quantized_concat_attributes{attribute::integer("axis").must_be_there()};

constexpr std::array quantized_element_table{
    Operator{"QLinearAdd", 7, 8, infer_quantized_pair, run_quantized_pair<SumOfLevels>}
        .in(Domain::microsoft)
        .without({2, 5}),
    Operator{"QLinearMul", 7, 8, infer_quantized_pair, run_quantized_pair<ProductOfLevels>}
        .in(Domain::microsoft)
        .without({2, 5}),
    Operator{"QLinearSigmoid", 4, 5, infer_quantized_element, run_quantized_sigmoid}
        .in(Domain::microsoft)
        .without({2}),
    Operator{"QLinearLeakyRelu", 4, 5, infer_quantized_element, run_quantized_leaky_relu, 1,
             quantized_leaky_attributes}
        .in(Domain::microsoft)
        .without({2}),
    Operator{"QLinearConcat", 5, any_number, infer_quantized_concat, run_quantized_concat, 1,
             quantized_concat_attributes}
        .in(Domain::microsoft),
};

}  // namespace

std::span<const Operator> quantized_element_operators() { return quantized_element_table; }

}  // namespace dala::ml
