#include "kernel/jit/weights.hpp"

#include <algorithm>

#include "kernel/ir/walk.hpp"
#include "kernel/jit/codegen.hpp"

namespace dala::kernel::jit {

namespace {

// Loops of at most so many rounds and so many operations in all do not look at the clock.
constexpr std::int64_t few_rounds = 1 << 16;
constexpr std::int64_t little = 1 << 22;
// A function of at least so many operations looks at the clock when it is called.
constexpr std::int64_t heavy_function = 1 << 14;
// What a function of the C library costs, in additions.
constexpr std::int64_t of_library_function = 16;

bool is_over_soon(std::int64_t rounds, std::int64_t each) {
  return rounds <= few_rounds && product_of(rounds, each) <= little;
}

}  // namespace

std::int64_t rounds_of(const ir::Module& module, const ir::Stmt& loop) {
  return std::min(heaviest, ir::fixed_rounds(module, loop).value_or(heaviest));
}

std::int64_t product_of(std::int64_t a, std::int64_t b) {
  return ir::capped_product(a, b, heaviest);
}

Weights::Weights(const ir::Module& module) : module_(module) {
  // Callees come before callers, so each is weighed once.
  for (const ir::Function& f : module.functions) {
    functions_.push_back(of(f.body));
    looks_.push_back(functions_.back() >= heavy_function);
  }
}

bool Weights::each_round_looks(const ir::Stmt& loop) const {
  return !is_over_soon(rounds_of(module_, loop), of(loop.body));
}

std::int64_t Weights::of(const std::vector<ir::StmtId>& body) const {
  std::int64_t sum = 1;
  for (const ir::StmtId id : body) sum = std::min(heaviest, sum + of(module_.stmts[id]));
  return sum;
}

// The body is weighed once: loops within loops would be a power of their depth.
std::int64_t Weights::of(const ir::Stmt& s) const {
  const std::int64_t heads = of_heads(s);
  if (s.body.empty() && s.other.empty()) return heads;
  const std::int64_t inside = of(s.body);
  if (!ir::is_loop(s)) return std::min(heaviest, heads + inside + of(s.other));
  const std::int64_t rounds = rounds_of(module_, s);
  if (!is_over_soon(rounds, inside)) return heads;
  return std::min(heaviest, heads + product_of(rounds, inside));
}

std::int64_t Weights::of_heads(const ir::Stmt& s) const {
  std::int64_t sum = 1;
  ir::for_each_root(s, [&](ir::ExprId root) { sum += of_expression(root); });
  return std::min(heaviest, sum);
}

std::int64_t Weights::of_expression(ir::ExprId id) const {
  std::int64_t sum = 0;
  ir::for_each_expr(module_, id, [&](ir::ExprId, const ir::Expr& e) {
    const bool is_library = e.kind == ir::ExprKind::math && is_inexact(e.math);
    const bool goes_on = e.kind == ir::ExprKind::call && !looks_[e.index];
    sum = ir::capped_sum(sum, is_library ? of_library_function : 1, heaviest);
    if (goes_on) sum = ir::capped_sum(sum, functions_[e.index], heaviest);
  });
  return sum;
}

}  // namespace dala::kernel::jit
