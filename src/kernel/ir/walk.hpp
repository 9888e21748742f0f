// Going through the statements and expressions of a module. Analyses are written with these, so
// that a new kind of statement or a new operand is met by all of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>

#include "kernel/ir/ir.hpp"
#include "kernel/ir/scalar_ops.hpp"

namespace dala::kernel::ir {

[[nodiscard]] constexpr bool is_loop(const Stmt& s) {
  return s.kind == StmtKind::for_range || s.kind == StmtKind::while_loop;
}

// All units of a cube come to these together.
[[nodiscard]] constexpr bool is_meeting(const Stmt& s) {
  return s.kind == StmtKind::sync || s.kind == StmtKind::subgroup || s.kind == StmtKind::tile;
}

// What the target of a statement is: a local, a tensor or a shared array, if it has any.
[[nodiscard]] constexpr bool targets_local(const Stmt& s) {
  return s.kind == StmtKind::store || s.kind == StmtKind::store_element ||
         s.kind == StmtKind::fill || s.kind == StmtKind::for_range;
}

// Of those that can have either.
[[nodiscard]] constexpr bool targets_memory(const Stmt& s) {
  return s.kind == StmtKind::atomic ||
         (s.kind == StmtKind::tile && (loads(s.tile) || stores(s.tile)));
}
[[nodiscard]] constexpr bool targets_tensor(const Stmt& s) {
  return s.kind == StmtKind::store_tensor || (targets_memory(s) && !s.on_shared);
}
[[nodiscard]] constexpr bool targets_shared(const Stmt& s) {
  return s.kind == StmtKind::store_shared || (targets_memory(s) && s.on_shared);
}

// The local that the statement itself writes, whole or in part.
[[nodiscard]] constexpr std::optional<std::uint32_t> written_local(const Stmt& s) {
  if (targets_local(s)) return s.target;
  if (s.result != none) return s.result;
  return std::nullopt;
}

[[nodiscard]] constexpr bool reads_local(const Expr& e) {
  return e.kind == ExprKind::local || e.kind == ExprKind::element;
}

// The expressions that the statement itself evaluates, as their roots: each(ExprId).
template <typename Each>
void for_each_root(const Stmt& s, Each&& each) {
  for (const ExprId id : s.indices) each(id);
  if (s.value != none) each(s.value);
  if (s.end != none) each(s.end);
}

// An expression and all its operands, an operand after what it belongs to: each(ExprId, Expr).
template <typename Each>
void for_each_expr(const Module& module, ExprId root, Each&& each) {
  const Expr& e = module.exprs[root];
  each(root, e);
  for (const ExprId arg : e.args) for_each_expr(module, arg, each);
}

// All statements, those inside others too, in the order of the source: each(StmtId, Stmt).
template <typename Each>
void for_each_stmt(const Module& module, std::span<const StmtId> body, Each&& each) {
  for (const StmtId id : body) {
    const Stmt& s = module.stmts[id];
    each(id, s);
    for_each_stmt(module, s.body, each);
    for_each_stmt(module, s.other, each);
  }
}

// All that statements and those inside them evaluate: each(ExprId, Expr).
template <typename Each>
void for_each_expr_in(const Module& module, std::span<const StmtId> body, Each&& each) {
  for_each_stmt(module, body, [&](StmtId, const Stmt& s) {
    for_each_root(s, [&](ExprId root) { for_each_expr(module, root, each); });
  });
}

// Whether `is` holds for one of the statements or one inside them: is(Stmt).
template <typename Is>
[[nodiscard]] bool any_stmt(const Module& module, std::span<const StmtId> body, const Is& is) {
  return std::ranges::any_of(body, [&](StmtId id) {
    const Stmt& s = module.stmts[id];
    return is(s) || any_stmt(module, s.body, is) || any_stmt(module, s.other, is);
  });
}

[[nodiscard]] inline bool contains(const Module& module, std::span<const StmtId> body,
                                   StmtKind kind) {
  return any_stmt(module, body, [kind](const Stmt& s) { return s.kind == kind; });
}

// Rounds of a loop from a constant to a constant.
[[nodiscard]] inline std::optional<std::int64_t> fixed_rounds(const Module& module,
                                                              const Stmt& loop) {
  if (loop.kind != StmtKind::for_range) return std::nullopt;
  const Expr& first = module.exprs[loop.value];
  const Expr& end = module.exprs[loop.end];
  if (first.kind != ExprKind::constant || end.kind != ExprKind::constant) return std::nullopt;
  const std::int64_t a = as_s64(first.bits);
  const std::int64_t b = as_s64(end.bits);
  if (a >= b) return 0;
  if (a < 0 && b > std::numeric_limits<std::int64_t>::max() + a)
    return std::numeric_limits<std::int64_t>::max();
  return b - a;
}

// A number that only grows, up to `most`.
[[nodiscard]] constexpr std::int64_t capped_sum(std::int64_t a, std::int64_t b, std::int64_t most) {
  return b > most - a ? most : a + b;
}
[[nodiscard]] constexpr std::int64_t capped_product(std::int64_t a, std::int64_t b,
                                                    std::int64_t most) {
  return a != 0 && b > most / a ? most : a * b;
}

}  // namespace dala::kernel::ir
