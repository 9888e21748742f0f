// Numbers as integers: an integer stands for (integer - zero point) * scale. What the operators on
// such integers share.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "core/dispatch.hpp"
#include "ml/ops/operator.hpp"

namespace dala::ml {

// The types that products are made of.
[[nodiscard]] inline bool is_byte(DType dtype) { return dtype == DType::s8 || dtype == DType::u8; }

template <typename Visitor>
decltype(auto) visit_byte(DType dtype, const Visitor& visitor) {
  return dtype == DType::s8 ? visitor(Type<std::int8_t>{}) : visitor(Type<std::uint8_t>{});
}

// The integer for a number of so many scales: rounded, halves to the even one, and the nearest that
// there is. What is no number becomes the zero point.
template <typename T>
[[nodiscard]] T quantized(float scales, std::int32_t zero) {
  if (std::isnan(scales)) return static_cast<T>(zero);
  const auto least = static_cast<float>(std::numeric_limits<T>::min() - zero);
  const auto most = static_cast<float>(std::numeric_limits<T>::max() - zero);
  return static_cast<T>(static_cast<std::int32_t>(std::clamp(std::nearbyint(scales), least, most)) +
                        zero);
}

// Sums of s32 wrap.
[[nodiscard]] inline std::int32_t wrapping_sum(std::int32_t a, std::int32_t b) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) + static_cast<std::uint32_t>(b));
}

// Whether the input is a scale: finite floats where they are known, one, or `channels` of them.
[[nodiscard]] Result<void> check_scale(const Inference& inference, std::size_t input,
                                       std::int64_t channels = 1);
// Whether the input, if it is there, is a zero point of this type: one number, or `channels`.
[[nodiscard]] Result<void> check_zero(const Inference& inference, std::size_t input, DType dtype,
                                      std::int64_t channels = 1);
// Whether the input is of s8 or u8.
[[nodiscard]] Result<void> check_byte(const Inference& inference, std::size_t input);

// Inputs that stand behind one another: integers, their scale and their zero point.
[[nodiscard]] Result<void> check_quantized(const Inference& inference, std::size_t input,
                                           std::int64_t channels = 1);

// Numbers of one type, or one for each channel.
class Zeros {
 public:
  Zeros() = default;
  explicit Zeros(const TensorView* of) : of_(of) {}
  [[nodiscard]] std::int32_t operator[](std::int64_t channel) const;

 private:
  const TensorView* of_ = nullptr;  // null: 0
};

class Scales {
 public:
  explicit Scales(const TensorView& of) : of_(of.values<float>()) {}
  [[nodiscard]] float operator[](std::int64_t channel) const {
    return of_[of_.size() == 1 ? 0 : static_cast<std::size_t>(channel)];
  }

 private:
  std::span<const float> of_;
};

}  // namespace dala::ml
