#include "ml/ops/quantization.hpp"

namespace dala::ml {

namespace {

Result<void> check_count(const Inference& inference, std::size_t input, std::string_view what,
                         std::int64_t channels) {
  const Shape& shape = inference.shape(input);
  if (shape.rank() <= 1 && (shape.elements() == 1 || shape.elements() == channels)) return {};
  return fail(ErrorCode::shape_mismatch, "its {} (input {}) is {}; it has to be one number{}", what,
              input, to_string(shape),
              channels == 1 ? std::string() : format(", or one for each of {} channels", channels));
}

}  // namespace

Result<void> check_scale(const Inference& inference, std::size_t input, std::int64_t channels) {
  if (inference.dtype(input) != DType::f32)
    return fail(ErrorCode::bad_file, "its scale (input {}) is {} and has to be f32", input,
                to_string(inference.dtype(input)));
  DALA_TRY(check_count(inference, input, "scale", channels));
  const TensorView* known = inference.constant(input);
  if (known == nullptr) return {};
  for (const float scale : known->values<float>())
    if (!std::isfinite(scale))
      return fail(ErrorCode::bad_file, "its scale (input {}) is {}, which is no finite number",
                  input, scale);
  return {};
}

Result<void> check_zero(const Inference& inference, std::size_t input, DType dtype,
                        std::int64_t channels) {
  if (!inference.has(input)) return {};
  if (inference.dtype(input) != dtype)
    return fail(ErrorCode::bad_file, "its zero point (input {}) is {} and has to be {}", input,
                to_string(inference.dtype(input)), to_string(dtype));
  return check_count(inference, input, "zero point", channels);
}

Result<void> check_byte(const Inference& inference, std::size_t input) {
  if (is_byte(inference.dtype(input))) return {};
  return fail(ErrorCode::unsupported, "it is for s8 and u8, and its input {} is {}", input,
              to_string(inference.dtype(input)));
}

Result<void> check_quantized(const Inference& inference, std::size_t input, std::int64_t channels) {
  DALA_TRY(check_byte(inference, input));
  DALA_TRY(check_scale(inference, input + 1, channels));
  return check_zero(inference, input + 2, inference.dtype(input), channels);
}

std::int32_t Zeros::operator[](std::int64_t channel) const {
  if (of_ == nullptr) return 0;
  return visit_arithmetic(of_->dtype, [&]<typename T>(Type<T>) {
    const auto values = of_->values<T>();
    return static_cast<std::int32_t>(
        values[values.size() == 1 ? 0 : static_cast<std::size_t>(channel)]);
  });
}

}  // namespace dala::ml
