// Filters of single pixels in a chain, which the CPU has functions for and runs one after the other
// on a few pixels at a time.
#pragma once

#include "media/stages.hpp"

namespace dala::media {

// Gives such rows one stage with a function, where that is faster than the joined texts.
void join_pixel_rows(ChainPlan& plan);

}  // namespace dala::media
