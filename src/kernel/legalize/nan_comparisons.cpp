// Comparisons of floats for targets whose compilers take it that there is no NaN.
#include "kernel/legalize/passes.hpp"
#include "kernel/legalize/runtime.hpp"

namespace dala::kernel {

namespace {

std::string_view function_of(ir::BinaryOp op) {
  switch (op) {
    case ir::BinaryOp::less:
      return "dala_less";
    case ir::BinaryOp::less_equal:
      return "dala_less_equal";
    case ir::BinaryOp::greater:
      return "dala_greater";
    case ir::BinaryOp::greater_equal:
      return "dala_greater_equal";
    default:
      return {};  // `==` and `!=` are kept
  }
}

}  // namespace

void legalize_nan_comparisons(ir::Module& module, const TargetInfo& target) {
  if (target.orders_nan) return;
  Runtime runtime(module);
  const std::size_t count = module.exprs.size();
  for (ir::ExprId id = 0; id < count; ++id) {
    const ir::Expr& e = module.exprs[id];
    if (e.kind != ir::ExprKind::binary || function_of(e.binary).empty()) continue;
    const ir::Scalar scalar = module.exprs[e.args[0]].type.scalar;
    if (ir::is_float(scalar))
      runtime.call(id, runtime.function("nan", function_of(e.binary), scalar));
  }
}

}  // namespace dala::kernel
