// Arithmetic on the sizes of windows, which files give with signs.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ml/ops/window.hpp"

namespace dala::ml::cpu {

[[nodiscard]] constexpr std::size_t up(std::size_t a, std::size_t b) { return (a + b - 1) / b; }

[[nodiscard]] constexpr std::size_t size(std::int64_t value) {
  return static_cast<std::size_t>(value);
}

[[nodiscard]] inline bool is_padded(const Window& window) {
  return window.pad_before[0] + window.pad_before[1] + window.pad_after[0] + window.pad_after[1] >
         0;
}

}  // namespace dala::ml::cpu
