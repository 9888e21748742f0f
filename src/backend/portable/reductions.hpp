// Kernels that work along lines of a tensor: reductions and softmax.
#pragma once

#include "backend/portable/portable.hpp"

namespace dala::backend {

[[nodiscard]] Result<void> plan_sum(const KernelCall& call, PortablePlan& plan);
[[nodiscard]] Result<void> plan_mean(const KernelCall& call, PortablePlan& plan);
[[nodiscard]] Result<void> plan_max(const KernelCall& call, PortablePlan& plan);
[[nodiscard]] Result<void> plan_argmax(const KernelCall& call, PortablePlan& plan);
[[nodiscard]] Result<void> plan_softmax(const KernelCall& call, PortablePlan& plan);

}  // namespace dala::backend
