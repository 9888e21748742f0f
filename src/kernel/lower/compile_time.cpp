// What is decided while a kernel is compiled: the arm of an `if` on constants, and the rounds of a
// loop that is written out.
#include <utility>

#include "core/format.hpp"
#include "kernel/ir/scalar_ops.hpp"
#include "kernel/lower/lowerer.hpp"

namespace dala::kernel {

namespace {

// Up to which loops are written out: a short source must not become a program that nothing can
// hold.
constexpr std::size_t max_rounds = std::size_t{1} << 16;
constexpr std::size_t max_expressions = std::size_t{1} << 20;

}  // namespace

std::optional<bool> Lowerer::known(ir::ExprId condition) const {
  const ir::Expr& e = module_.exprs[condition];
  if (e.kind != ir::ExprKind::constant || e.type != ir::bool_type) return std::nullopt;
  return e.bits != 0;
}

template <typename Lower>
void Lowerer::only_check(Lower lower) {
  const std::size_t exprs = module_.exprs.size();
  const std::size_t stmts = module_.stmts.size();
  const std::size_t messages = module_.messages.size();
  const std::size_t locals = function_->locals.size();
  const std::size_t exchanged = exchanged_.size();
  const std::size_t array_words = array_words_;
  const auto multiplied = multiplied_;
  const bool outer = std::exchange(is_left_out_, true);
  static_cast<void>(nested(lower));
  is_left_out_ = outer;
  multiplied_ = multiplied;
  array_words_ = array_words;
  exchanged_.resize(exchanged);
  fixed_.resize(locals);
  std::erase_if(variables_, [&](const auto& known) { return known.first >= locals; });
  function_->locals.resize(locals);
  module_.messages.resize(messages);
  module_.stmts.resize(stmts);
  module_.exprs.resize(exprs);
}

void Lowerer::lower_known_branch(const SynExpr& expr, bool condition) {
  for (const bool arm : {true, false}) {
    const syntax::BlockId block = arm ? expr.block : expr.other;
    if (block == syntax::none) continue;
    if (arm == condition)
      lower_statements(block);
    else
      only_check([&] { lower_statements(block); });
  }
}

// The arm that is left out still has to be of the other's type.
ir::ExprId Lowerer::lower_known_choice(const SynExpr& expr, bool condition, ir::Type hint) {
  const syntax::BlockId taken = condition ? expr.block : expr.other;
  const syntax::BlockId left_out = condition ? expr.other : expr.block;
  ir::Type other = ir::error_type;
  const auto look_at_other = [&] {
    only_check([&] { other = type_of(lower_block_value(left_out, hint)); });
    if (hint == ir::void_type && other != ir::error_type) hint = other;
  };
  // Plain literals take the type of the other arm.
  const syntax::ExprId tail = tree_.blocks[taken].tail;
  const bool is_literal = tail != syntax::none && syn(tail).literal != syntax::Literal::no;
  if (is_literal) look_at_other();
  ir::ExprId value = lower_block_value(taken, hint);
  if (is_error(value)) return value;
  if (hint == ir::void_type) hint = type_of(value);
  if (!is_literal) look_at_other();
  if (other == ir::error_type) return error();
  // As `meet` would widen the other.
  if (is_too_wide(type_of(value), other)) return value;
  return expect(value, other, tree_.blocks[taken].span, "the same value as the other arm")
             ? value
             : error();
}

void Lowerer::lower_unrolled(const SynStmt& stmt) {
  check_name(stmt.name, stmt.name_span);
  bool good = true;
  for (const syntax::ExprId end : {stmt.value, stmt.end})
    if (const auto part = not_constant(end)) {
      report_not_constant(*part);
      good = false;
    }
  ir::ExprId first = ir::none;
  ir::ExprId end = ir::none;
  if (good && syn(stmt.value).literal != syntax::Literal::no) {
    end = constant_value(stmt.end, ir::s32_type);
    first = constant_value(stmt.value, type_of(end));
  } else if (good) {
    first = constant_value(stmt.value, ir::s32_type);
    end = constant_value(stmt.end, type_of(first));
  }
  good = good && check_range(stmt, first, end);
  // A jump would have to be one out of the rounds that follow.
  const unsigned around = std::exchange(loops_, 0);
  const auto round = [&](Symbol number) {
    scopes_.emplace_back();
    bind(stmt.name, number);
    lower_statements(stmt.body);
    scopes_.pop_back();
  };
  if (!good) {
    only_check([&] { round({}); });
  } else {
    const ir::Scalar scalar = type_of(first).scalar;
    const std::int64_t from = ir::as_s64(module_.exprs[first].bits);
    const std::int64_t to = ir::as_s64(module_.exprs[end].bits);
    const auto number = static_cast<std::uint32_t>(constants_.size());
    constants_.push_back({.scalar = scalar, .bits = module_.exprs[first].bits});
    if (from >= to) only_check([&] { round({Symbol::Kind::constant, number}); });
    // What is wrong in one round is so in all.
    for (std::int64_t at = from; at < to && (at == from || !diagnostics_.any()); ++at) {
      if (++unrolled_rounds_ > max_rounds || module_.exprs.size() > max_expressions) {
        report(Code::too_many, stmt.span,
               format("loops are unrolled to at most {} rounds and {} expressions", max_rounds,
                      max_expressions),
               "leave `#[unroll]` out");
        break;
      }
      constants_[number].bits = static_cast<std::uint64_t>(at);
      round({Symbol::Kind::constant, number});
    }
  }
  loops_ = around;
}

}  // namespace dala::kernel
