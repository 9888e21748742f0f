// Between floats and integers with a scale and a zero point.
#include <array>

#include "ml/ops/families.hpp"
#include "ml/ops/quantization.hpp"
#include "ml/ops/strided.hpp"

namespace dala::ml {

namespace {

constexpr std::size_t level_grain = 16384;

// What one scale is for: everything, or an index along an axis.
Result<std::size_t> axis_of_scales(const Node& node, int opset, const Shape& shape,
                                   const Shape& scales) {
  if (scales.elements() == 1) return std::size_t{0};
  if (opset < 13)
    return fail(ErrorCode::unsupported,
                "it has {} scales; that is supported from opset 13 on, and the model uses opset {}",
                scales.elements(), opset);
  return axis_of(node.attributes.integer("axis", 1), shape.rank());
}

Result<void> check_levels(const Inference& inference, DType integers) {
  DALA_ASSIGN(const std::size_t axis, axis_of_scales(inference.node, inference.opset,
                                                     inference.shape(0), inference.shape(1)));
  const std::int64_t channels = inference.shape(1).elements() == 1 ? 1 : inference.shape(0)[axis];
  DALA_TRY(check_scale(inference, 1, channels));
  return check_zero(inference, 2, integers, channels);
}

Result<void> infer_quantize(Inference& inference) {
  if (inference.dtype(0) != DType::f32 && inference.dtype(0) != DType::s32)
    return fail(ErrorCode::unsupported, "it is for f32 and s32, and its input is {}",
                to_string(inference.dtype(0)));
  const DType to = inference.has(2) ? inference.dtype(2) : DType::u8;
  if (!is_byte(to) && to != DType::s16 && to != DType::u16)
    return fail(ErrorCode::unsupported,
                "it makes integers of 8 and 16 bits, and its zero point is {}", to_string(to));
  DALA_TRY(check_levels(inference, to));
  inference.output(to, inference.shape(0));
  return {};
}

// Calls body(index, channel) for every element.
template <typename Body>
Result<void> for_each_level(const OpCall& call, const Body& body) {
  const Shape& shape = call.inputs[0]->shape;
  DALA_ASSIGN(const std::size_t axis,
              axis_of_scales(call.node, call.opset, shape, call.inputs[1]->shape));
  const Around sizes = call.inputs[1]->elements() == 1 ? Around{} : around(shape, axis);
  call.threads.parallel_for(call.outputs[0].elements(), level_grain,
                            [&](std::size_t begin, std::size_t end) {
                              for (std::size_t i = begin; i < end; ++i)
                                body(i, static_cast<std::int64_t>(i / sizes.after % sizes.along));
                            });
  return {};
}

Result<void> run_quantize(const OpCall& call) {
  const Scales scales(*call.inputs[1]);
  const Zeros zeros(call.input(2));
  return visit_arithmetic(call.outputs[0].dtype, [&]<typename To>(Type<To>) -> Result<void> {
    if constexpr (std::is_integral_v<To> && sizeof(To) <= 2) {
      To* out = call.outputs[0].values<To>().data();
      const auto from = [&]<typename From>(const From* in) {
        return for_each_level(call, [=, &scales, &zeros](std::size_t i, std::int64_t channel) {
          out[i] = quantized<To>(static_cast<float>(in[i]) / scales[channel], zeros[channel]);
        });
      };
      return call.inputs[0]->dtype == DType::f32
                 ? from(call.inputs[0]->values<float>().data())
                 : from(call.inputs[0]->values<std::int32_t>().data());
    } else {
      return fail(ErrorCode::internal, "it makes integers of 8 and 16 bits");
    }
  });
}

Result<void> infer_dequantize(Inference& inference) {
  const DType from = inference.dtype(0);
  if (!is_byte(from) && from != DType::s16 && from != DType::u16 && from != DType::s32)
    return fail(ErrorCode::unsupported,
                "it is for integers of 8, 16 and 32 bits, and its input is {}", to_string(from));
  DALA_TRY(check_levels(inference, from));
  inference.output(DType::f32, inference.shape(0));
  return {};
}

Result<void> run_dequantize(const OpCall& call) {
  const Scales scales(*call.inputs[1]);
  const Zeros zeros(call.input(2));
  float* out = call.outputs[0].values<float>().data();
  return visit_arithmetic(call.inputs[0]->dtype, [&]<typename From>(Type<From>) {
    const From* in = call.inputs[0]->values<From>().data();
    return for_each_level(call, [&, in, out](std::size_t i, std::int64_t channel) {
      const std::int64_t away = static_cast<std::int64_t>(in[i]) - zeros[channel];
      out[i] = static_cast<float>(away) * scales[channel];
    });
  });
}

Result<void> infer_dynamic(Inference& inference) {
  if (inference.dtype(0) != DType::f32)
    return fail(ErrorCode::unsupported, "it is for f32, and its input is {}",
                to_string(inference.dtype(0)));
  inference.output(DType::u8, inference.shape(0));
  inference.output(DType::f32, {});
  inference.output(DType::u8, {});
  return {};
}

// The range that is covered always has 0 in it. Where there is nothing but 0, any scale does.
Result<void> run_dynamic(const OpCall& call) {
  const auto in = call.inputs[0]->values<float>();
  float least = 0;
  float most = 0;
  Pace pace(call.watch);
  in_pieces(pace, in.size(), [&](std::size_t begin, std::size_t end) {
    for (const float x : in.subspan(begin, end - begin)) {
      least = std::min(least, x);
      most = std::max(most, x);
    }
  });
  const float scale = least == most ? 1.0F : (most - least) / 255.0F;
  const std::int32_t zero = quantized<std::uint8_t>(-least / scale, 0);
  const auto out = call.outputs[0].values<std::uint8_t>();
  in_pieces(pace, in.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) out[i] = quantized<std::uint8_t>(in[i] / scale, zero);
  });
  if (call.outputs.size() > 1) call.outputs[1].values<float>()[0] = scale;
  if (call.outputs.size() > 2)
    call.outputs[2].values<std::uint8_t>()[0] = static_cast<std::uint8_t>(zero);
  return {};
}

constexpr std::array level_attributes{attribute::integer("axis", 1).from(13)};

constexpr std::array quantization_table{
    Operator{"QuantizeLinear", 2, 3, infer_quantize, run_quantize, 1, level_attributes}.in(
        Domain::both),
    Operator{"DequantizeLinear", 2, 3, infer_dequantize, run_dequantize, 1, level_attributes}.in(
        Domain::both),
    Operator{"DynamicQuantizeLinear", 1, 1, infer_dynamic, run_dynamic, 3},
};

}  // namespace

std::span<const Operator> quantization_operators() { return quantization_table; }

}  // namespace dala::ml
