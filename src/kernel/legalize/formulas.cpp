// Functions of the language that are defined by a formula, and those of vectors.
#include "core/format.hpp"
#include "kernel/ir/builder.hpp"
#include "kernel/legalize/passes.hpp"
#include "kernel/legalize/runtime.hpp"

namespace dala::kernel {

namespace {

using ir::MathOp;

bool is_formula(MathOp op, ir::Scalar scalar, const TargetInfo& target) {
  const bool is_known = target.has_integer_math && ir::is_integer(scalar);
  switch (op) {
    case MathOp::min:
    case MathOp::max:
      return !is_known;
    case MathOp::sign:
    case MathOp::mix:
    case MathOp::step:
    case MathOp::smoothstep:
    case MathOp::fract:
    case MathOp::sigmoid:
    case MathOp::trailing_zeros:  // none counts those of 0
      return true;
    case MathOp::abs:
      return ir::is_integer(scalar) && !is_known;
    default:
      return false;
  }
}

std::string_view library_for(ir::Scalar scalar) {
  if (ir::is_float(scalar)) return "real";
  return ir::is_unsigned(scalar) ? "unsigned" : "signed";
}

}  // namespace

void legalize_formulas(ir::Module& module, const TargetInfo& target) {
  // clamp(a, b, c) is min(max(a, b), c).
  ir::Builder b(module, module.kernel);
  const std::size_t written = module.exprs.size();
  for (ir::ExprId id = 0; id < written; ++id) {
    ir::Expr low = module.exprs[id];
    if (low.kind != ir::ExprKind::math || low.math != MathOp::clamp) continue;
    const ir::ExprId most = low.args.back();
    low.math = MathOp::max;
    low.args.pop_back();
    const ir::ExprId raised = b.add(std::move(low));
    module.exprs[id].math = MathOp::min;
    module.exprs[id].args = {raised, most};
  }
  Runtime runtime(module);
  const std::size_t count = module.exprs.size();
  for (ir::ExprId id = 0; id < count; ++id) {
    const ir::Expr& e = module.exprs[id];
    if (e.kind != ir::ExprKind::math) continue;
    const ir::Type type = module.exprs[e.args[0]].type;
    if (e.math == MathOp::dot || e.math == MathOp::length || e.math == MathOp::normalize) {
      const std::string name = format("dala_{}_{}", to_string(e.math), to_string(type));
      runtime.call(id, runtime.function("vectors", name));
    } else if (e.math == MathOp::abs && ir::is_unsigned(type.scalar)) {
      module.exprs[id] = ir::Expr(module.exprs[e.args[0]]);
    } else if (type.is_scalar() && is_formula(e.math, type.scalar, target)) {
      const std::string name = format("dala_{}", to_string(e.math));
      runtime.call(id, runtime.function(library_for(type.scalar), name, type.scalar));
    }
  }
}

}  // namespace dala::kernel
