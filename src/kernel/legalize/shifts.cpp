// Shifts count with the low bits of their right side only; targets leave larger counts undefined.
#include "kernel/ir/builder.hpp"
#include "kernel/legalize/passes.hpp"

namespace dala::kernel {

void legalize_shifts(ir::Module& module, const TargetInfo&) {
  ir::Builder b(module, module.kernel);
  const std::size_t count = module.exprs.size();
  for (ir::ExprId id = 0; id < count; ++id) {
    const ir::Expr e = module.exprs[id];
    const bool shifts = e.kind == ir::ExprKind::binary &&
                        (e.binary == ir::BinaryOp::shl || e.binary == ir::BinaryOp::shr);
    if (!shifts) continue;
    const std::uint64_t mask = ir::bits_of(e.type.scalar) - 1;
    const ir::Expr by = module.exprs[e.args[1]];
    ir::ExprId masked = ir::none;
    if (by.kind == ir::ExprKind::constant) {
      if (by.bits <= mask) continue;
      masked = b.constant(e.type.scalar, by.bits & mask);
    } else {
      masked = b.binary(ir::BinaryOp::bit_and, e.args[1],
                        b.splat(b.constant(e.type.scalar, mask), by.type));
    }
    module.exprs[id].args[1] = masked;
  }
}

}  // namespace dala::kernel
