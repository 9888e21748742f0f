// Folds consecutive filters that change each channel by itself into one table look-up.
//
// Such a filter is a table of 256 bytes for each channel, and so is a chain of them: the tables are
// composed. Each step is rounded as it would be anyway, so the result is the same to the last bit,
// with one look-up for any number of filters.
//
// A look-up costs more than a multiplication and an addition, so only chains are folded that
// contain a look-up anyway, or are long.
#pragma once

#include "media/stages.hpp"

namespace dala::media {

void fold_curves(ChainPlan& plan);

}  // namespace dala::media
