// Functions of f32 that the target lacks, or leaves open where the language does not.
#include "core/format.hpp"
#include "kernel/legalize/passes.hpp"
#include "kernel/legalize/runtime.hpp"

namespace dala::kernel {

namespace {

std::string function_for(const ir::Expr& e) {
  using enum ir::MathOp;
  switch (e.math) {
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

}  // namespace

void legalize_exact_math(ir::Module& module, const TargetInfo& target) {
  if (target.has_exact_math) return;
  Runtime runtime(module);
  const std::size_t count = module.exprs.size();
  for (ir::ExprId id = 0; id < count; ++id) {
    const ir::Expr& e = module.exprs[id];
    if (e.kind == ir::ExprKind::binary && e.type == ir::f32_type) {
      if (e.binary == ir::BinaryOp::div)
        runtime.call(id, runtime.function("exact", "dala_quotient"));
      if (e.binary == ir::BinaryOp::rem) runtime.call(id, runtime.function("exact", "dala_rem"));
    } else if (e.kind == ir::ExprKind::math && e.type.is_scalar()) {
      if (const std::string name = function_for(e); !name.empty())
        runtime.call(id, runtime.function("exact", name));
    }
  }
}

}  // namespace dala::kernel
