// Separable convolutions: weighted sums of neighbours, first horizontal and then vertical. Edges
// are mirrored without repeating the outermost pixel; alpha stays.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "media/stages.hpp"

namespace dala::media {

// `weights` by distance: of the pixel itself and of those 1, 2, ... away on both sides; they are
// normalised to a sum of 1 in fixed point. Returns the result; `name` is the kernels' label.
// `coarse`: weights of 8 bits are enough, which is twice as fast.
StageInput separable(Stages& stages, const std::string& name, std::span<const double> weights,
                     bool coarse = false);

// The largest radius at which no weight of a Gaussian is so small that 8 bits would lose it.
inline constexpr std::int64_t most_coarse = 8;
StageInput gaussian_blur(Stages& stages, std::int64_t radius, double sigma);

// The same with the filter's radius and sigma, of which `reference_param` may be the scale.
[[nodiscard]] Result<void> gaussian_blur(Stages& stages);

// The two parameters that all gaussian filters have.
[[nodiscard]] ParamInfo radius_param(std::int64_t fallback, std::int64_t least);
[[nodiscard]] ParamInfo sigma_param();

// The parameter `reference`: the shorter side of pictures that lengths in pixels are meant for.
// Lengths are scaled for pictures of other sizes, so that the look is the same.
[[nodiscard]] ParamInfo reference_param(std::int64_t fallback);
[[nodiscard]] double scale_of(const Stages& stages);

}  // namespace dala::media
