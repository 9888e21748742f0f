// Stages that put pixels into other places.
#pragma once

#include <string>
#include <string_view>

#include "media/stages.hpp"

namespace dala::media {

// Every pixel comes from row `from_y` and column `from_x`, expressions of y, x, height and width
// (of what comes out) and of the parameters, which are s32. Outside the frame it is 0.
StageInput move_pixels(Stages& stages, std::string name, FrameSize size, std::string_view from_y,
                       std::string_view from_x, Params params = {});

}  // namespace dala::media
