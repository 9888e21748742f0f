// The blur of shadows.
#pragma once

#include <cstdint>
#include <span>

namespace dala::text {

// Rows of `width` bytes. What was a sharp edge fades over `reach` pixels to both sides: three times
// the mean of neighbours, which is close to a Gauss curve.
void blur(std::span<std::uint8_t> mask, std::size_t width, int reach);

}  // namespace dala::text
