#include "kernel/analysis/lanes.hpp"

#include <algorithm>

#include "kernel/analysis/elementwise.hpp"

namespace dala::kernel {

bool runs_in_lanes(const ir::Module& module) {
  if (!is_elementwise(module)) return false;
  // What it prints goes into one more output, by atomics.
  const auto prints = [](const ir::Stmt& s) { return s.kind == ir::StmtKind::print; };
  if (std::ranges::any_of(module.stmts, prints)) return false;
  if (std::ranges::any_of(module.exprs, [&](const ir::Expr& e) {
        return e.kind == ir::ExprKind::load_tensor && module.tensors[e.index].is_output;
      }))
    return false;
  const auto of_kind = [&](ir::StmtKind kind) {
    return [&, kind](const ir::Stmt& s) { return s.kind == kind && s.value == ir::none; };
  };
  if (std::ranges::any_of(module.stmts, of_kind(ir::StmtKind::return_))) return false;
  for (std::uint32_t tensor = 0; tensor < module.tensors.size(); ++tensor) {
    if (!module.tensors[tensor].is_output) continue;
    const auto writes = [&](const ir::Stmt& s) {
      return s.kind == ir::StmtKind::store_tensor && s.target == tensor;
    };
    const auto at_once = [&](ir::StmtId id) { return writes(module.stmts[id]); };
    if (std::ranges::count_if(module.stmts, writes) != 1 ||
        std::ranges::count_if(module.kernel.body, at_once) != 1)
      return false;
  }
  return true;
}

}  // namespace dala::kernel
