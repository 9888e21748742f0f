// Weighted sums of neighbours, first across and then down. Edges are mirrored without repeating the
// outermost pixel; alpha stays.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "media/stages.hpp"

namespace dala::media {

// `weights` of the pixel itself and of those 1, 2, ... away on both sides; they are made to sum up
// to 1 in whole numbers. `name` says what for. `coarse`: weights of 8 bits
// will do, which is twice as fast.
[[nodiscard]] Result<void> separable(Stages& stages, const std::string& name,
                                     std::span<const double> weights, bool coarse = false);

// Few neighbours by a bell: none of them is so small that 8 bits would lose it.
inline constexpr std::int64_t most_coarse = 8;
[[nodiscard]] Result<void> gaussian_blur(Stages& stages, std::int64_t radius, double sigma);

// The same with the filter's radius and sigma, of which `reference_param` may be the scale.
[[nodiscard]] Result<void> gaussian_blur(Stages& stages);

// The two parameters that all gaussian filters have.
[[nodiscard]] ParamInfo radius_param(std::int64_t fallback, std::int64_t least);
[[nodiscard]] ParamInfo sigma_param();

// How long the shorter side is of pictures that the filter's pixels are meant for: others have them
// larger or smaller, so that the look is the same.
[[nodiscard]] ParamInfo reference_param(std::int64_t fallback);
[[nodiscard]] double scale_of(const Stages& stages);

}  // namespace dala::media
