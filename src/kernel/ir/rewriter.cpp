#include "kernel/ir/rewriter.hpp"

#include "kernel/ir/walk.hpp"

namespace dala::kernel::ir {

ExprId Rewriter::copy_expr(ExprId id) {
  Expr made = from_->exprs[id];
  switch (made.kind) {
    case ExprKind::local:
    case ExprKind::element:
      made.index = local(made.index);
      break;
    case ExprKind::load_tensor:
    case ExprKind::query:
      made.index = tensor(made.index);
      break;
    case ExprKind::load_shared:
      made.index = shared(made.index);
      break;
    case ExprKind::param:
      made.index = param(made.index);
      break;
    case ExprKind::call:
      made.index = function(made.index);
      break;
    case ExprKind::constant:
    case ExprKind::position:
    case ExprKind::unary:
    case ExprKind::binary:
    case ExprKind::cast:
    case ExprKind::math:
    case ExprKind::construct:
    case ExprKind::swizzle:
    case ExprKind::choose:
    case ExprKind::launch:
      break;
  }
  for (ExprId& arg : made.args) arg = expr(arg);
  return b_.add(std::move(made));
}

void Rewriter::copy_stmt(StmtId id) {
  Stmt made = from_->stmts[id];
  if (targets_local(made))
    made.target = local(made.target);
  else if (targets_tensor(made))
    made.target = tensor(made.target);
  else if (targets_shared(made))
    made.target = shared(made.target);
  else if (made.kind == StmtKind::print)
    made.target = b_.message(from_->messages[made.target]);
  if (made.result != none) made.result = local(made.result);
  for (ExprId& index : made.indices) index = expr(index);
  if (made.value != none) made.value = expr(made.value);
  if (made.end != none) made.end = expr(made.end);
  made.body = block(made.body);
  made.other = block(made.other);
  b_.add(std::move(made));
}

void Rewriter::statements(const std::vector<StmtId>& body) {
  for (const StmtId id : body) stmt(id);
}

std::vector<StmtId> Rewriter::block(const std::vector<StmtId>& body) {
  return b_.nested([&] { statements(body); });
}

}  // namespace dala::kernel::ir
