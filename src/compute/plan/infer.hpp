// What the outputs of a call are, whichever kind of kernel it is for.
#pragma once

#include "compute/plan/work.hpp"

namespace dala {

// Fills `call.inferred` from the kernel, inputs and parameters of the call, which the description
// has been checked for; `call.composite` too, where the kernel is one. An error where the inputs do
// not fit together.
[[nodiscard]] Result<void> infer_outputs(PreparedCall& call);

// Whether the outputs of the call are what was inferred.
[[nodiscard]] Result<void> check_outputs(const PreparedCall& call);

}  // namespace dala
