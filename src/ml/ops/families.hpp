// The families of operators, a file each.
#pragma once

#include <span>

#include "ml/ops/operator.hpp"

namespace dala::ml {

[[nodiscard]] std::span<const Operator> activation_operators();
[[nodiscard]] std::span<const Operator> arithmetic_operators();
[[nodiscard]] std::span<const Operator> arrangement_operators();
[[nodiscard]] std::span<const Operator> block_weight_operators();
[[nodiscard]] std::span<const Operator> convolution_operators();
[[nodiscard]] std::span<const Operator> matrix_operators();
[[nodiscard]] std::span<const Operator> movement_operators();
[[nodiscard]] std::span<const Operator> normalization_operators();
[[nodiscard]] std::span<const Operator> pad_operators();
[[nodiscard]] std::span<const Operator> pool_operators();
[[nodiscard]] std::span<const Operator> quantization_operators();
[[nodiscard]] std::span<const Operator> quantized_convolution_operators();
[[nodiscard]] std::span<const Operator> quantized_element_operators();
[[nodiscard]] std::span<const Operator> quantized_matrix_operators();
[[nodiscard]] std::span<const Operator> reduction_operators();
[[nodiscard]] std::span<const Operator> resize_operators();
[[nodiscard]] std::span<const Operator> shape_operators();

// All of them.
[[nodiscard]] std::span<const std::span<const Operator>> operator_families();

}  // namespace dala::ml
