// Convolutions of integers: sums of s32, which wrap, of what the zero points are taken from.
#include <array>

#include "ml/ops/convolution.hpp"
#include "ml/ops/families.hpp"
#include "ml/ops/quantization.hpp"

namespace dala::ml {

namespace {

// Input, scale, zero point, weights, scale, zero point, scale, zero point, bias.
constexpr ConvolutionInputs linear_inputs{.weights = 3, .bias = 8};

Result<void> infer_linear_conv(Inference& inference) {
  DALA_TRY(check_quantized(inference, 0));
  DALA_ASSIGN(const Shape out, convolved(inference, linear_inputs));
  DALA_TRY(check_quantized(inference, 3, out[1]));
  DALA_TRY(check_scale(inference, 6));
  DALA_TRY(check_byte(inference, 7));
  DALA_TRY(check_zero(inference, 7, inference.dtype(7)));
  if (inference.has(8) && inference.dtype(8) != DType::s32)
    return fail(ErrorCode::bad_file, "its bias is {} and has to be s32",
                to_string(inference.dtype(8)));
  inference.output(inference.dtype(7), out);
  return {};
}

Result<void> infer_integer_conv(Inference& inference) {
  DALA_TRY(check_byte(inference, 0));
  DALA_TRY(check_byte(inference, 1));
  DALA_ASSIGN(const Shape out, convolved(inference, {.bias = any_number}));
  DALA_TRY(check_zero(inference, 2, inference.dtype(0)));
  DALA_TRY(check_zero(inference, 3, inference.dtype(1), out[1]));
  inference.output(DType::s32, out);
  return {};
}

template <typename In, typename Weight>
struct IntegerTerms {
  const In* in;
  const Weight* weights;
  std::int32_t zero;
  Zeros weight_zeros;

  // The sum and what is taken from each weight of its channel.
  struct Sum {
    std::uint32_t value;
    std::int32_t zero;
  };
  [[nodiscard]] Sum start(std::int64_t channel) const { return {0, weight_zeros[channel]}; }
  void add(Sum& sum, std::int64_t at, std::int64_t weight, std::int64_t /*channel*/) const {
    sum.value += static_cast<std::uint32_t>((in[at] - zero) * (weights[weight] - sum.zero));
  }
};

// `finish(sum, channel, element of the output)` gets the sums.
template <typename Finish>
Result<void> convolve_integers(const OpCall& call, std::size_t weights, const TensorView* zero,
                               const TensorView* weight_zeros, const Finish& finish) {
  return visit_byte(call.inputs[0]->dtype, [&]<typename In>(Type<In>) {
    return visit_byte(call.inputs[weights]->dtype, [&]<typename Weight>(Type<Weight>) {
      struct Terms : IntegerTerms<In, Weight> {
        const Finish& done;
        void finish(const IntegerTerms<In, Weight>::Sum& sum, std::int64_t channel,
                    std::int64_t at) const {
          done(static_cast<std::int32_t>(sum.value), channel, at);
        }
      };
      return convolve(
          call, *call.inputs[0], *call.inputs[weights],
          Terms{{call.inputs[0]->values<In>().data(), call.inputs[weights]->values<Weight>().data(),
                 Zeros(zero)[0], Zeros(weight_zeros)},
                finish});
    });
  });
}

Result<void> run_linear_conv(const OpCall& call) {
  const float in_scale = Scales(*call.inputs[1])[0];
  const Scales weight_scales(*call.inputs[4]);
  const float out_scale = Scales(*call.inputs[6])[0];
  const std::int32_t out_zero = Zeros(call.inputs[7])[0];
  const std::int32_t* bias =
      call.input(8) == nullptr ? nullptr : call.input(8)->values<std::int32_t>().data();
  return visit_byte(call.outputs[0].dtype, [&]<typename Out>(Type<Out>) {
    Out* out = call.outputs[0].values<Out>().data();
    return convolve_integers(
        call, 3, call.input(2), call.input(5),
        [&](std::int32_t sum, std::int64_t channel, std::int64_t at) {
          const std::int32_t all = bias == nullptr ? sum : wrapping_sum(sum, bias[channel]);
          out[at] = quantized<Out>(
              static_cast<float>(all) * (in_scale * weight_scales[channel] / out_scale), out_zero);
        });
  });
}

Result<void> run_integer_conv(const OpCall& call) {
  std::int32_t* out = call.outputs[0].values<std::int32_t>().data();
  return convolve_integers(
      call, 1, call.input(2), call.input(3),
      [=](std::int32_t sum, std::int64_t /*channel*/, std::int64_t at) { out[at] = sum; });
}

// Of ONNX Runtime's own.
constexpr auto linear_conv_attributes = [] {
  std::array<AttributeRule, convolution_attributes.size() + 1> rules{};
  std::ranges::copy(convolution_attributes, rules.begin());
  rules.back() = attribute::integer("channels_last").never_read();
  return rules;
}();

constexpr std::array quantized_convolution_table{
    Operator{"QLinearConv", 8, 9, infer_linear_conv, run_linear_conv, 1, linear_conv_attributes}.in(
        Domain::both),
    Operator{"ConvInteger", 2, 4, infer_integer_conv, run_integer_conv, 1, convolution_attributes},
};

}  // namespace

std::span<const Operator> quantized_convolution_operators() { return quantized_convolution_table; }

}  // namespace dala::ml
