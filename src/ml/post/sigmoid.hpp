#pragma once

#include <cmath>

namespace dala::ml {

[[nodiscard]] inline float sigmoid(float logit) { return 1.0F / (1.0F + std::exp(-logit)); }

}  // namespace dala::ml
