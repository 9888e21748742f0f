// Division of integers by what may be 0 or -1.
#include "kernel/ir/scalar_ops.hpp"
#include "kernel/legalize/passes.hpp"
#include "kernel/legalize/runtime.hpp"

namespace dala::kernel {

void legalize_integer_division(ir::Module& module, const TargetInfo& target) {
  Runtime runtime(module);
  const std::size_t count = module.exprs.size();
  for (ir::ExprId id = 0; id < count; ++id) {
    const ir::Expr& e = module.exprs[id];
    const bool divides = e.kind == ir::ExprKind::binary &&
                         (e.binary == ir::BinaryOp::div || e.binary == ir::BinaryOp::rem);
    const ir::Scalar scalar = e.type.scalar;
    if (!divides || !ir::is_integer(scalar) || !e.type.is_scalar()) continue;
    const bool is_div = e.binary == ir::BinaryOp::div;
    const bool by_rest = !is_div && !ir::is_unsigned(scalar) && !target.signed_remainder;
    const ir::Expr& by = module.exprs[e.args[1]];
    const bool is_safe = by.kind == ir::ExprKind::constant && by.bits != 0 &&
                         (ir::is_unsigned(scalar) || ir::as_s64(by.bits) != -1);
    const std::string_view library = ir::is_unsigned(scalar) ? "unsigned" : "signed";
    if (is_safe && by_rest)
      runtime.call(id, runtime.function(library, "dala_rest", scalar));
    else if (!is_safe)
      runtime.call(
          id,
          runtime.function(
              library, is_div ? "dala_div" : (by_rest ? "dala_rem_by_rest" : "dala_rem"), scalar));
  }
}

}  // namespace dala::kernel
