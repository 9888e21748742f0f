// Kernel source that samples a picture of any size at the frame's pixels.
#pragma once

#include <string>

#include "media/stages.hpp"

namespace dala::media {

enum class Fit : std::uint8_t {
  stretch,  // all of the picture over all of the frame
  cover,    // its middle, in its own proportions
};

// Statements that leave NAME_r, NAME_g, NAME_b and NAME_a (or NAME_v for a mask of one channel) of
// the tensor NAME at the pixel's place: its own pixel where the sizes are the same, else bilinear
// between the four nearest, with the outermost repeated.
[[nodiscard]] std::string sample_source(const std::string& name, const StageInput& source,
                                        FrameSize frame, bool is_mask, Fit fit = Fit::stretch);

// The suffix for the label of a kernel with that source.
[[nodiscard]] std::string sample_name(const StageInput& source, FrameSize frame);

}  // namespace dala::media
