// Macros that specialise the CUDA C++ of this folder for the shapes of a node.
#pragma once

#include <string>

#include <dala/ml.hpp>

#include "ml/graph/activation.hpp"
#include "ml/ops/window.hpp"

namespace dala::ml {

[[nodiscard]] std::string macro(const char* name, std::int64_t value);
// H W OH OW KH KW SY SX DY DX PY PX
[[nodiscard]] std::string window_macros(const Window& window);
[[nodiscard]] std::string precision_macro(Precision precision);
// float NAME(float x)
[[nodiscard]] std::string cuda_activation(const std::string& name, const Activation& activation);

}  // namespace dala::ml
