// Constants: what their values may be made of, and computing them.
#include <array>
#include <utility>

#include "core/format.hpp"
#include "kernel/interpret/math.hpp"
#include "kernel/ir/scalar_ops.hpp"
#include "kernel/lower/lowerer.hpp"

namespace dala::kernel {

using syntax::ExprKind;

void Lowerer::collect_constants() {
  scopes_.assign(1, {});
  for (const syntax::StmtId id : tree_.constants) declare_constant(tree_.stmts[id]);
  shared_scope_ = scopes_[0];
}

void Lowerer::declare_constant(const SynStmt& stmt) {
  if (!check_name(stmt.name, stmt.name_span)) return;
  const bool taken = scopes_.back().contains(stmt.name);
  if (taken)
    report(Code::duplicate_name, stmt.name_span,
           format("the name `{}` is already taken", stmt.name));
  const auto value = value_of(stmt);
  // Of what is wrong each use would be wrong too.
  Symbol symbol{};
  if (value && !taken) {
    symbol = {Symbol::Kind::constant, static_cast<std::uint32_t>(constants_.size())};
    constants_.push_back(*value);
  }
  bind(stmt.name, symbol);
}

std::optional<Lowerer::Constant> Lowerer::value_of(const SynStmt& stmt) {
  const ir::Type declared = lower_type(*stmt.type);
  if (declared == ir::error_type) return std::nullopt;
  if (!declared.is_scalar()) {
    report(Code::constant_type, stmt.type->span,
           format("a constant cannot be of type {}", to_string(declared)),
           "constants are bool and numbers; make vectors and arrays of them with `let`");
    return std::nullopt;
  }
  if (const auto part = not_constant(stmt.value)) {
    report_not_constant(*part);
    return std::nullopt;
  }
  ir::ExprId found = constant_value(stmt.value, declared);
  if (!expect(found, declared, syn(stmt.value).span)) return std::nullopt;
  return Constant{.scalar = declared.scalar, .bits = module_.exprs[found].bits};
}

std::optional<syntax::ExprId> Lowerer::not_constant(syntax::ExprId id) const {
  const SynExpr& expr = syn(id);
  switch (expr.kind) {
    case ExprKind::error:
    case ExprKind::integer:
    case ExprKind::real:
    case ExprKind::boolean:
      return std::nullopt;
    case ExprKind::name: {
      const Symbol* symbol = find(expr.text);
      const bool known = symbol != nullptr && (symbol->kind == Symbol::Kind::constant ||
                                               symbol->kind == Symbol::Kind::error);
      return known ? std::nullopt : std::optional(id);
    }
    case ExprKind::call:
      if (!ir::math_op_from_name(expr.text)) return id;
      break;
    case ExprKind::unary:
    case ExprKind::binary:
    case ExprKind::cast:
      break;
    default:
      return id;
  }
  for (const syntax::ExprId arg : expr.args)
    if (const auto part = not_constant(arg)) return part;
  return std::nullopt;
}

void Lowerer::report_not_constant(syntax::ExprId part) {
  const SynExpr& expr = syn(part);
  const std::string_view text = quotable(expr.span);
  report(Code::not_constant, expr.span,
         text.empty() ? std::string("this is not known when the kernel is compiled")
                      : format("`{}` is not known when the kernel is compiled", text),
         "constants are made of literals, operators, `as`, maths functions and constants before "
         "them");
}

ir::ExprId Lowerer::constant_value(syntax::ExprId id, ir::Type hint) {
  // Nothing in it writes, so no statement is ever made.
  Statements none;
  Statements* outer = std::exchange(block_, &none);
  const std::size_t before = module_.exprs.size();
  const ir::ExprId value = lower_expr(id, hint);
  block_ = outer;
  const ir::Type type = type_of(value);
  const std::uint64_t bits = type == ir::error_type ? 0 : fold(value);
  module_.exprs.resize(before);
  return type == ir::error_type ? error() : constant(type.scalar, bits);
}

// Operators on constants are folded wherever they stand; maths functions only here, because
// elsewhere each target has its own.
std::uint64_t Lowerer::fold(ir::ExprId id) const {
  const ir::Expr& e = module_.exprs[id];
  if (e.kind == ir::ExprKind::constant) return e.bits;
  std::array<ScalarBits, 3> args{};
  for (std::size_t i = 0; i < e.args.size() && i < args.size(); ++i) args[i] = fold(e.args[i]);
  const ir::Scalar scalar = type_of(e.args[0]).scalar;
  switch (e.kind) {
    case ir::ExprKind::unary:
      return ir::apply(e.unary, scalar, args[0]);
    case ir::ExprKind::binary:
      return ir::apply(e.binary, scalar, args[0], args[1]);
    case ir::ExprKind::cast:
      return ir::cast(scalar, e.type.scalar, args[0]);
    default:  // maths: nothing else is left of what `not_constant` lets through
      if (e.math == ir::MathOp::select) return args[0] != 0 ? args[1] : args[2];
      return apply(e.math, scalar, std::span(args).first(e.args.size()));
  }
}

}  // namespace dala::kernel
