// Functions that passes added and that nothing calls any more.
#include <algorithm>
#include <vector>

#include "kernel/ir/walk.hpp"
#include "kernel/legalize/passes.hpp"

namespace dala::kernel {

void legalize_unused(ir::Module& module, const TargetInfo&) {
  const std::size_t count = module.functions.size();
  std::vector<bool> used(count);
  const auto use_in = [&](const ir::Function& function) {
    ir::for_each_expr_in(module, function.body, [&](ir::ExprId, const ir::Expr& e) {
      if (e.kind == ir::ExprKind::call) used[e.index] = true;
    });
  };
  use_in(module.kernel);
  // Callers stand behind what they call.
  for (std::size_t i = count; i-- > 0;) {
    used[i] = used[i] || !module.functions[i].is_runtime;
    if (used[i]) use_in(module.functions[i]);
  }
  std::vector<std::uint32_t> places(count);
  std::uint32_t next = 0;
  for (std::size_t i = 0; i < count; ++i) {
    places[i] = next;
    if (used[i] && next != i) module.functions[next] = std::move(module.functions[i]);
    next += used[i] ? 1 : 0;
  }
  module.functions.resize(next);
  for (ir::Expr& e : module.exprs)
    if (e.kind == ir::ExprKind::call) e.index = places[e.index];
}

}  // namespace dala::kernel
