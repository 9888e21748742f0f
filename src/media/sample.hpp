// Kernel text that reads a picture of any size over the frame.
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
[[nodiscard]] std::string sample_text(const std::string& name, const Source& source,
                                      FrameSize frame, bool is_mask, Fit fit = Fit::stretch);

// What a kernel with that text must add to its name.
[[nodiscard]] std::string sample_name(const Source& source, FrameSize frame);

}  // namespace dala::media
