// Frames made of square blocks of pixels, and back.
#pragma once

#include "media/stages.hpp"

namespace dala::media {

// A small frame with the mean of each block of `size` pixels a side, from the top left, halves
// rounded up. Opaque.
[[nodiscard]] Result<Stage> block_means(const StageInput& frame, std::int64_t size);

// Such a frame in the size that it was before, bilinear between the middles of blocks.
[[nodiscard]] Result<Stage> enlarged(const StageInput& means, std::int64_t size, FrameSize to);

}  // namespace dala::media
