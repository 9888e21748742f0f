// Operators on one tensor, element by element.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/dispatch.hpp"
#include "ml/ops/families.hpp"

namespace dala::ml {

namespace {

constexpr std::size_t grain = 16384;

Result<void> infer_float(Inference& inference) {
  if (!is_float(inference.dtype(0)))
    return fail(ErrorCode::unsupported, "it is for floats, and its input is {}",
                to_string(inference.dtype(0)));
  inference.output(inference.dtype(0), inference.shape(0));
  return {};
}

Result<void> infer_any(Inference& inference) {
  inference.output(inference.dtype(0), inference.shape(0));
  return {};
}

template <typename T, typename F>
void apply(const OpCall& call, const F& f) {
  const T* in = call.inputs[0]->values<T>().data();
  T* out = call.outputs[0].values<T>().data();
  call.threads.parallel_for(call.outputs[0].elements(), grain,
                            [&](std::size_t begin, std::size_t end) {
                              for (std::size_t i = begin; i < end; ++i) out[i] = f(in[i]);
                            });
}

template <typename F>
Result<void> apply_float(const OpCall& call, const F& f) {
  if (call.outputs[0].dtype == DType::f64)
    apply<double>(call, f);
  else
    apply<float>(call, f);
  return {};
}

template <typename F>
Result<void> apply_any(const OpCall& call, const F& f) {
  visit_arithmetic(call.outputs[0].dtype, [&]<typename T>(Type<T>) {
    apply<T>(call, [&](T x) { return static_cast<T>(f(x)); });
  });
  return {};
}

// Operators without attributes, by what they compute.
#define DALA_FLOAT_OPERATORS(X)                                                 \
  X(Sigmoid, 1 / (1 + std::exp(-x)))                                            \
  X(Silu, x / (1 + std::exp(-x)))                                               \
  X(Tanh, std::tanh(x))                                                         \
  X(Exp, std::exp(x))                                                           \
  X(Log, std::log(x))                                                           \
  X(Sqrt, std::sqrt(x))                                                         \
  X(Floor, std::floor(x))                                                       \
  X(Ceil, std::ceil(x))                                                         \
  X(Round, std::nearbyint(x))                                                   \
  X(Erf, std::erf(x))                                                           \
  X(Sin, std::sin(x))                                                           \
  X(Cos, std::cos(x))                                                           \
  X(Reciprocal, 1 / x)                                                          \
  X(Softplus, std::max(x, decltype(x)(0)) + std::log1p(std::exp(-std::abs(x)))) \
  X(Softsign, x / (1 + std::abs(x)))                                            \
  X(HardSwish, x* std::clamp(x / 6 + decltype(x)(0.5), decltype(x)(0), decltype(x)(1)))

#define X(name, expression)                                                                \
  Result<void> run_##name(const OpCall& call) {                                            \
    return apply_float(call, [](auto x) { return static_cast<decltype(x)>(expression); }); \
  }
DALA_FLOAT_OPERATORS(X)
#undef X

Result<void> run_relu(const OpCall& call) {
  return apply_any(call, [](auto x) { return std::max(x, decltype(x){0}); });
}
Result<void> run_abs(const OpCall& call) {
  return apply_any(call, [](auto x) { return x < decltype(x){0} ? decltype(x){0} - x : x; });
}
Result<void> run_neg(const OpCall& call) {
  return apply_any(call, [](auto x) { return decltype(x){0} - x; });
}
Result<void> run_not(const OpCall& call) {
  return apply_any(call, [](auto x) { return x == decltype(x){0} ? 1 : 0; });
}
Result<void> run_leaky_relu(const OpCall& call) {
  const float alpha = call.node.attributes.number("alpha", 0.01F);
  return apply_float(call, [=](auto x) { return x < 0 ? x * alpha : x; });
}
Result<void> run_elu(const OpCall& call) {
  const float alpha = call.node.attributes.number("alpha", 1);
  return apply_float(call, [=](auto x) { return x < 0 ? alpha * std::expm1(x) : x; });
}
Result<void> run_hard_sigmoid(const OpCall& call) {
  const float alpha = call.node.attributes.number("alpha", 0.2F);
  const float beta = call.node.attributes.number("beta", 0.5F);
  return apply_float(call, [=](auto x) {
    using T = decltype(x);
    return std::clamp(x * static_cast<T>(alpha) + static_cast<T>(beta), T{0}, T{1});
  });
}

// Bounds are attributes before opset 11.
Result<void> run_clip(const OpCall& call) {
  visit_arithmetic(call.outputs[0].dtype, [&]<typename T>(Type<T>) {
    T low = std::numeric_limits<T>::lowest();
    T high = std::numeric_limits<T>::max();
    if (call.opset < 11) {
      low = static_cast<T>(call.node.attributes.number("min", static_cast<float>(low)));
      high = static_cast<T>(call.node.attributes.number("max", static_cast<float>(high)));
    } else {
      if (call.input(1) != nullptr) low = call.input(1)->values<T>()[0];
      if (call.input(2) != nullptr) high = call.input(2)->values<T>()[0];
    }
    apply<T>(call, [=](T x) { return std::min(std::max(x, low), high); });
  });
  return {};
}

Result<void> infer_clip(Inference& inference) {
  for (std::size_t bound = 1; bound < 3; ++bound)
    if (inference.has(bound) &&
        (inference.dtype(bound) != inference.dtype(0) || inference.shape(bound).elements() != 1))
      return fail(ErrorCode::bad_file, "its bound {} is not one number of the input's type", bound);
  return inference.opset < 11 ? infer_float(inference) : infer_any(inference);
}

constexpr std::array leaky_attributes{attribute::number("alpha", 0.01)};
constexpr std::array elu_attributes{attribute::number("alpha", 1)};
constexpr std::array hard_sigmoid_attributes{attribute::number("alpha", 0.2),
                                             attribute::number("beta", 0.5)};
constexpr std::array clip_attributes{
    attribute::number("min", std::numeric_limits<float>::lowest()).up_to(10),
    attribute::number("max", std::numeric_limits<float>::max()).up_to(10)};

constexpr std::array activation_table{
#define X(name, expression) Operator{#name, 1, 1, infer_float, run_##name},
    DALA_FLOAT_OPERATORS(X)
#undef X
        Operator{"Relu", 1, 1, infer_any, run_relu},
    Operator{"Abs", 1, 1, infer_any, run_abs},
    Operator{"Neg", 1, 1, infer_any, run_neg},
    Operator{"Not", 1, 1, infer_any, run_not},
    Operator{"LeakyRelu", 1, 1, infer_float, run_leaky_relu, 1, leaky_attributes},
    Operator{"Elu", 1, 1, infer_float, run_elu, 1, elu_attributes},
    Operator{"HardSigmoid", 1, 1, infer_float, run_hard_sigmoid, 1, hard_sigmoid_attributes},
    Operator{"Clip", 1, 3, infer_clip, run_clip, 1, clip_attributes},
};
#undef DALA_FLOAT_OPERATORS

}  // namespace

std::span<const Operator> activation_operators() { return activation_table; }

}  // namespace dala::ml
