// Filters that change each channel by itself, one after the other, as one.
//
// Such a filter is 256 bytes for each channel, and so are several in a row: the second's bytes
// looked up by the first's. Nothing is rounded that would not be, so the result is the same to the
// last bit, and a frame is looked up once however many there are.
//
// A look-up costs more than a product and a sum, so only rows are folded that look something up
// anyway, or are long.
#pragma once

#include "media/stages.hpp"

namespace dala::media {

void fold_curves(ChainPlan& plan);

}  // namespace dala::media
