// What becomes of the end of a row that does not fill a vector.
#pragma once

#include "kernel/analysis/index_analysis.hpp"
#include "kernel/native/jit.hpp"

namespace dala::kernel::jit {

// Whether vectors of which only some lanes are used are cheap for this kernel, given a processor
// with masks: neighbouring invocations then use neighbouring elements, and nothing has to be done
// lane by lane. Rows are short, and their last elements one by one would take a good part of the
// time; and one loop is compiled sooner than two.
[[nodiscard]] bool suits_masks(const ir::Module& module, const IndexAnalysis& analysis,
                               const ChannelSpecialisation& specialisation);

}  // namespace dala::kernel::jit
