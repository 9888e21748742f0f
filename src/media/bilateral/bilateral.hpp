// The edge-preserving mean of a round neighbourhood.
#pragma once

#include "media/stages.hpp"

namespace dala::media {

// Pixels up to `radius` away count by exp(-d^2 / 2 space^2 - c^2 / 2 color^2), where c is the sum
// of the channels' differences. Edges are mirrored; alpha stays.
[[nodiscard]] Result<void> bilateral(Stages& stages, std::int64_t radius, double space,
                                     double color);

}  // namespace dala::media
