// What a kernel's expressions cost, roughly, in simple operations such as an addition.
#pragma once

#include <cstdint>
#include <functional>

#include "kernel/ir/ir.hpp"

namespace dala::kernel {

inline constexpr std::int64_t too_costly = std::int64_t{1} << 40;

// Calls `visit` for every expression that the statements evaluate, helper functions not included,
// with the number of times. Loops whose rounds are not known count as too costly.
using ExprVisitor = std::function<void(const ir::Expr& e, std::int64_t times)>;
void visit_exprs(const ir::Module& module, const std::vector<ir::StmtId>& body,
                 const ExprVisitor& visit);

// The cost of one invocation without its loads, whose cost depends on the device and is added by
// the caller.
[[nodiscard]] std::int64_t cost_of_kernel(const ir::Module& module);

// The same with what each load of the kernel's body costs.
[[nodiscard]] double cost_with_loads(const ir::Module& module, double load);

}  // namespace dala::kernel
