// Kernels that work along lines of a tensor: reductions and softmax.
#pragma once

#include "backend/portable/portable.hpp"

namespace dala::backend {

[[nodiscard]] Result<void> plan_reduction(const KernelCall& call, PortablePlan& plan);
void plan_argmax(const KernelCall& call, PortablePlan& plan);
void plan_softmax(const KernelCall& call, PortablePlan& plan);

}  // namespace dala::backend
