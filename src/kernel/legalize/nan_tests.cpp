// `a != a` is how code asks whether `a` is a NaN. Compilers that take it that there is none answer
// without looking, so the question is put to the bits.
#include <algorithm>

#include "kernel/ir/builder.hpp"
#include "kernel/legalize/passes.hpp"

namespace dala::kernel {

namespace {

using ir::BinaryOp;
using ir::Expr;
using ir::ExprId;

bool same_tree(const ir::Module& module, ExprId a, ExprId b) {
  const Expr& x = module.exprs[a];
  const Expr& y = module.exprs[b];
  return x.kind == y.kind && x.type == y.type && x.unary == y.unary && x.binary == y.binary &&
         x.math == y.math && x.position == y.position && x.query == y.query && x.edge == y.edge &&
         x.lanes == y.lanes && x.index == y.index && x.bits == y.bits &&
         std::ranges::equal(x.args, y.args,
                            [&](ExprId c, ExprId d) { return same_tree(module, c, d); });
}

}  // namespace

void legalize_nan_tests(ir::Module& module, const TargetInfo& target) {
  if (target.orders_nan) return;
  ir::Builder b(module, module.kernel);
  const std::size_t count = module.exprs.size();
  for (ExprId id = 0; id < count; ++id) {
    const Expr e = module.exprs[id];
    const bool is_test = e.kind == ir::ExprKind::binary &&
                         (e.binary == BinaryOp::equal || e.binary == BinaryOp::not_equal) &&
                         b.type_of(e.args[0]) == ir::f32_type &&
                         same_tree(module, e.args[0], e.args[1]);
    if (!is_test) continue;
    const auto word = [&](std::int64_t value) { return b.whole(value, ir::Scalar::u32); };
    const ExprId size =
        b.binary(BinaryOp::bit_and, b.math(ir::MathOp::to_bits, {e.args[0]}), word(0x7fffffff));
    const BinaryOp op = e.binary == BinaryOp::equal ? BinaryOp::less_equal : BinaryOp::greater;
    module.exprs[id] = {.kind = ir::ExprKind::binary,
                        .type = ir::bool_type,
                        .binary = op,
                        .args = {size, word(0x7f800000)}};
  }
}

}  // namespace dala::kernel
