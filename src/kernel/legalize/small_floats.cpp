// f16 and bf16 are computed in f32, and the result is rounded once. Nowhere is that another number
// than arithmetic of 16 bits gives: f32 has more than twice the digits, and two more.
#include <utility>

#include "kernel/ir/builder.hpp"
#include "kernel/legalize/passes.hpp"

namespace dala::kernel {

namespace {

using ir::ExprKind;
using ir::MathOp;
using ir::Scalar;

// Whether it computes with its operands, rather than passing their bits on.
bool computes(const ir::Expr& e) {
  if (e.kind == ExprKind::math)
    return e.math != MathOp::select && e.math != MathOp::to_bits && e.math != MathOp::from_bits;
  return e.kind == ExprKind::unary || e.kind == ExprKind::binary;
}

}  // namespace

void legalize_small_floats(ir::Module& module, const TargetInfo&) {
  ir::Builder b(module, module.kernel);
  const auto widened = [&](ir::ExprId id) {
    return b.cast(id, {ir::info_of(b.type_of(id).scalar).compute});
  };
  const std::size_t count = module.exprs.size();
  for (ir::ExprId id = 0; id < count; ++id) {
    const ir::Expr e = module.exprs[id];
    if (e.args.empty()) continue;
    const Scalar operand = b.type_of(e.args.back()).scalar;
    if (e.kind == ExprKind::cast) {
      // Between it and any other type, f32 comes in between.
      const Scalar from = ir::is_small_float(operand) ? ir::info_of(operand).compute : operand;
      const Scalar to =
          ir::is_small_float(e.type.scalar) ? ir::info_of(e.type.scalar).compute : e.type.scalar;
      if (from == operand && to == e.type.scalar) continue;
      ir::ExprId value = e.args[0];
      if (from != operand && to != e.type.scalar && operand == e.type.scalar) continue;
      if (from != operand && from != e.type.scalar) value = widened(value);
      if (to != e.type.scalar && b.type_of(value).scalar != to) value = b.cast(value, {to});
      module.exprs[id].args = {value};
    } else if (computes(e) && ir::is_small_float(operand)) {
      ir::Expr wide = e;
      for (ir::ExprId& arg : wide.args) arg = widened(arg);
      if (ir::is_small_float(e.type.scalar)) {
        wide.type.scalar = ir::info_of(operand).compute;
        const ir::ExprId made = b.add(std::move(wide));
        module.exprs[id] = {.kind = ExprKind::cast, .type = e.type, .args = {made}};
      } else {
        module.exprs[id] = std::move(wide);
      }
    }
  }
}

}  // namespace dala::kernel
