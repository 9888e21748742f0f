#include <utility>

#include "core/format.hpp"
#include "kernel/ir/scalar_ops.hpp"
#include "kernel/lower/lowerer.hpp"

namespace dala::kernel {

using ir::BinaryOp;
using syntax::Literal;

namespace {

BinaryOp operator_of(std::string_view text) {
#define BINARY(name, spelled) \
  if (text == (spelled)) return BinaryOp::name;
#define COMPARE(name, spelled) BINARY(name, spelled)
#include "kernel/ir/ops.inc"
  return BinaryOp::add;
}

bool is_shift(BinaryOp op) { return op == BinaryOp::shl || op == BinaryOp::shr; }

bool takes(BinaryOp op, ir::Type type) {
  switch (op) {
    case BinaryOp::add:
    case BinaryOp::sub:
    case BinaryOp::mul:
    case BinaryOp::div:
    case BinaryOp::rem:
      return ir::is_number(type.scalar);
    case BinaryOp::bit_and:
    case BinaryOp::bit_or:
    case BinaryOp::bit_xor:
      return ir::is_integer(type.scalar) || type == ir::bool_type;
    case BinaryOp::shl:
    case BinaryOp::shr:
      return ir::is_integer(type.scalar);
    case BinaryOp::logical_and:
    case BinaryOp::logical_or:
      return type == ir::bool_type;
    case BinaryOp::equal:
    case BinaryOp::not_equal:
      return type.is_scalar() && (ir::is_number(type.scalar) || type == ir::bool_type);
    default:
      return type.is_scalar() && ir::is_number(type.scalar);
  }
}

}  // namespace

ir::ExprId Lowerer::lower_unary(const SynExpr& expr, ir::Type hint) {
  const SynExpr& operand = syn(expr.args[0]);
  const bool negate = expr.op == syntax::TokenKind::minus;
  // -2147483648 fits s32 although 2147483648 does not.
  if (negate &&
      (operand.kind == syntax::ExprKind::integer || operand.kind == syntax::ExprKind::real))
    return lower_literal(operand, hint, true);
  const ir::ExprId value = lower_expr(expr.args[0], hint);
  if (is_error(value)) return value;
  const ir::Expr lowered = module_.exprs[value];
  const ir::Scalar scalar = lowered.type.scalar;
  const bool good = negate ? ir::is_number(scalar) && !ir::is_unsigned(scalar)
                           : ir::is_integer(scalar) || scalar == ir::Scalar::boolean;
  if (!good) {
    const bool is_unsigned = negate && ir::is_unsigned(scalar);
    report(
        Code::bad_operand, expr.span,
        format("`{}` does not take {}", expr.text, to_string(lowered.type)),
        is_unsigned ? "unsigned values have no negative; write `0 - x` for the wrapped value" : "");
    return error();
  }
  const ir::UnaryOp op = negate ? ir::UnaryOp::negate : ir::UnaryOp::invert;
  if (lowered.kind == ir::ExprKind::constant)
    return constant(scalar, ir::apply(op, scalar, lowered.bits));
  return unary(op, value);
}

ir::ExprId Lowerer::lower_binary(const SynExpr& expr, ir::Type hint) {
  const BinaryOp op = operator_of(expr.text);
  if (op == BinaryOp::logical_and || op == BinaryOp::logical_or) return lower_logical(expr, op);
  const SynExpr& left = syn(expr.args[0]);
  const SynExpr& right = syn(expr.args[1]);
  if (ir::is_comparison(op)) hint = {};
  std::vector<ir::ExprId> operands;
  if (left.literal != Literal::no && right.literal == Literal::no && !is_shift(op)) {
    // The literal has no effect, so the order does not matter.
    const ir::ExprId r = lower_expr(expr.args[1], hint);
    return binary(op, lower_expr(expr.args[0], type_of(r).lane()), r, expr.span);
  }
  if (left.literal != Literal::no && right.literal == Literal::real && hint == ir::void_type)
    hint = ir::f32_type;  // 1 + 2.5
  in_order(operands, [&] { return lower_expr(expr.args[0], hint); });
  const ir::Type type = type_of(operands[0]);
  in_order(operands, [&] {
    return lower_expr(expr.args[1], right.literal != Literal::no ? type.lane() : hint);
  });
  return binary(op, operands[0], operands[1], expr.span);
}

ir::ExprId Lowerer::binary(BinaryOp op, ir::ExprId left, ir::ExprId right, Span span) {
  if (is_error(left) || is_error(right)) return error();
  if (!is_shift(op)) {
    meet(left, right, span);
    cut(left, type_of(right));
    cut(right, type_of(left));
  }
  const ir::Type l = type_of(left);
  ir::Type r = type_of(right);
  if (is_shift(op) && ir::is_integer(l.scalar) && ir::is_integer(r.scalar) && r.is_scalar()) {
    right = cast(right, l.lane());
    r = l.lane();
  }
  if (l.scalar != r.scalar || l.is_array() || r.is_array())
    return bad_operands(op, left, right, span);
  const ir::Type type = l.is_vector() ? l : r;
  const bool same = l == r || (l.lanes == 1 && !is_shift(op)) || r.lanes == 1;
  if (!same || !takes(op, type)) return bad_operands(op, left, right, span);
  const ir::Expr a = module_.exprs[left];
  const ir::Expr b = module_.exprs[right];
  const ir::Type result = ir::is_comparison(op) ? ir::bool_type : type;
  if (a.kind == ir::ExprKind::constant && b.kind == ir::ExprKind::constant)
    return constant(result.scalar, ir::apply(op, type.scalar, a.bits, b.bits));
  left = splat(left, type);
  right = splat(right, type);
  return Builder::binary(op, left, right);
}

ir::ExprId Lowerer::bad_operands(BinaryOp op, ir::ExprId left, ir::ExprId right, Span span) {
  const ir::Type l = type_of(left);
  const ir::Type r = type_of(right);
  if (is_too_wide(l, r) || is_too_wide(r, l)) {
    report_too_wide(span, is_too_wide(l, r) ? r : l, "both sides");
  } else if (l == r) {
    report(Code::bad_operand, span, format("`{}` does not take {}", to_string(op), to_string(l)),
           l.is_vector() && ir::is_comparison(op) ? "compare the lanes one by one" : "");
  } else {
    const bool castable = l.lanes == r.lanes && ir::is_number(l.scalar) && ir::is_number(r.scalar);
    report(Code::type_mismatch, span,
           format("`{}` needs the same type on both sides, found {} and {}", to_string(op),
                  to_string(l), to_string(r)),
           castable
               ? format("convert one side: `... as {}`", to_string(ir::is_float(r.scalar) ? r : l))
               : "");
  }
  return error();
}

ir::ExprId Lowerer::lower_logical(const SynExpr& expr, BinaryOp op) {
  const ir::ExprId left = lower_condition(expr.args[0]);
  ir::ExprId right = ir::none;
  Statements arm = nested([&] { right = lower_condition(expr.args[1]); });
  if (is_error(left) || is_error(right)) return error();
  if (arm.empty()) return binary(op, left, right, expr.span);
  // The right side writes something, which must not happen when the left side decides.
  const std::uint32_t result = new_local({}, ir::bool_type, expr.span, false);
  emit({.kind = ir::StmtKind::store, .span = expr.span, .target = result, .value = left});
  into(arm, [&] {
    emit({.kind = ir::StmtKind::store, .span = expr.span, .target = result, .value = right});
  });
  ir::ExprId condition = local(result);
  if (op == BinaryOp::logical_or) condition = unary(ir::UnaryOp::invert, condition);
  emit({.kind = ir::StmtKind::branch,
        .span = expr.span,
        .value = condition,
        .body = std::move(arm)});
  return local(result);
}

}  // namespace dala::kernel
