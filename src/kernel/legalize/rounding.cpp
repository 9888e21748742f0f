#include "kernel/legalize/rounding.hpp"

#include <algorithm>

namespace dala::kernel {

namespace {

bool is_exact_with_quotient_or_root(ir::MathOp op) {
  return op == ir::MathOp::sqrt || op == ir::MathOp::length || op == ir::MathOp::normalize ||
         op == ir::MathOp::smoothstep;
}

}  // namespace

bool depends_on_rounding(const ir::Module& module) {
  return std::ranges::any_of(module.exprs, [](const ir::Expr& e) {
    // Those of f16 and bf16 are computed in f32.
    if (!ir::is_float(e.type.scalar)) return false;
    return (e.kind == ir::ExprKind::binary && e.binary == ir::BinaryOp::div) ||
           (e.kind == ir::ExprKind::math && is_exact_with_quotient_or_root(e.math));
  });
}

}  // namespace dala::kernel
