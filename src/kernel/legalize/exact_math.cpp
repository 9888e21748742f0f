// Functions of f32 that the target lacks, or leaves open where the language does not.
#include "core/format.hpp"
#include "kernel/ir/scalar_ops.hpp"
#include "kernel/legalize/passes.hpp"
#include "kernel/legalize/runtime.hpp"

namespace dala::kernel {

namespace {

std::string function_for(const ir::Expr& e, const TargetInfo& target) {
  using enum ir::MathOp;
  switch (e.math) {
    case sqrt:
      return e.type != ir::f32_type || target.rounds_to_nearest ? "" : "dala_nearest_sqrt";
    case mul_hi:
      return format("dala_mul_hi_{}", to_string(e.type));
    case fma:
    case round:
    case pow:
    case atan2:
    case tanh:
      return e.type == ir::f32_type ? format("dala_{}", to_string(e.math)) : std::string();
    default:
      return {};
  }
}

bool is_zero(const ir::Module& module, ir::ExprId id) {
  const ir::Expr& e = module.exprs[id];
  return e.kind == ir::ExprKind::constant && ir::as_f32(e.bits) == 0;
}

// Of two scalars of f32.
std::string_view function_for(const ir::Module& module, const ir::Expr& e,
                              const TargetInfo& target) {
  switch (e.binary) {
    case ir::BinaryOp::div:
      if (is_zero(module, e.args[0])) return "dala_zero_over";
      return target.rounds_to_nearest ? "dala_quotient" : "dala_nearest_quotient";
    case ir::BinaryOp::rem:
      return "dala_rem";
    case ir::BinaryOp::mul:
      if (is_zero(module, e.args[0]) || is_zero(module, e.args[1])) return "dala_times_zero";
      return {};
    default:
      return {};
  }
}

}  // namespace

void legalize_exact_math(ir::Module& module, const TargetInfo& target) {
  if (target.has_exact_math) return;
  Runtime runtime(module);
  const std::size_t count = module.exprs.size();
  for (ir::ExprId id = 0; id < count; ++id) {
    const ir::Expr& e = module.exprs[id];
    if (e.kind == ir::ExprKind::binary && e.type == ir::f32_type) {
      if (const std::string_view name = function_for(module, e, target); !name.empty())
        runtime.call(id, runtime.function("exact", name));
    } else if (e.kind == ir::ExprKind::math && e.type.is_scalar()) {
      if (const std::string name = function_for(e, target); !name.empty())
        runtime.call(id, runtime.function("exact", name));
    }
  }
}

}  // namespace dala::kernel
