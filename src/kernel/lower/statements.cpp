#include <utility>

#include "core/format.hpp"
#include "kernel/lower/lowerer.hpp"

namespace dala::kernel {

using syntax::StmtKind;

void Lowerer::lower_statements(syntax::BlockId id) {
  const syntax::Block& block = tree_.blocks[id];
  scopes_.emplace_back();
  for (syntax::StmtId stmt : block.statements) lower_statement(tree_.stmts[stmt]);
  if (block.tail != syntax::none) lower_unused(block.tail);
  scopes_.pop_back();
}

void Lowerer::lower_statement(const SynStmt& stmt) {
  if (diagnostics_.full()) return;
  switch (stmt.kind) {
    case StmtKind::let:
      return lower_let(stmt);
    case StmtKind::assign:
      return lower_assign(stmt);
    case StmtKind::expression:
      return lower_unused(stmt.value);
    case StmtKind::for_range:
      return stmt.is_unrolled ? lower_unrolled(stmt) : lower_for(stmt);
    case StmtKind::while_loop:
    case StmtKind::loop:
      return lower_while(stmt);
    case StmtKind::block:
      return lower_statements(stmt.body);
    case StmtKind::break_:
    case StmtKind::continue_: {
      const bool is_break = stmt.kind == StmtKind::break_;
      if (loops_ == 0)
        report(Code::outside_loop, stmt.span,
               format("`{}` outside a loop", is_break ? "break" : "continue"),
               in_kernel_ ? "`return` ends the invocation" : "");
      return emit(
          {.kind = is_break ? ir::StmtKind::break_ : ir::StmtKind::continue_, .span = stmt.span});
    }
    case StmtKind::return_:
      return lower_return(stmt);
    case StmtKind::constant:
      return declare_constant(stmt);
    case StmtKind::shared:
    case StmtKind::tile:
      report(Code::shared_place, stmt.span,
             format("{} are declared in the kernel's body, outside every inner block",
                    stmt.kind == StmtKind::tile ? "tiles" : "shared arrays"));
      return bind(stmt.name, {});
  }
}

void Lowerer::lower_let(const SynStmt& stmt) {
  const bool good_name = check_name(stmt.name, stmt.name_span);
  const SynExpr& written = syn(stmt.value);
  if (written.kind == syntax::ExprKind::array_list ||
      written.kind == syntax::ExprKind::array_repeat)
    return lower_array(stmt, written);
  ir::Type declared = stmt.type ? lower_type(*stmt.type) : ir::void_type;
  if (holds_index(stmt)) declared = ir::s64_type;
  ir::ExprId value = lower_expr(stmt.value, declared);
  ir::Type type = type_of(value);
  if (type == ir::void_type) {
    report(Code::not_a_value, written.span, "this has no value");
    type = ir::error_type;
  }
  if (declared != ir::void_type)
    type = expect(value, declared, written.span) ? declared : ir::error_type;
  if (type == ir::error_type || !good_name) return bind(stmt.name, {});
  const std::uint32_t index = new_local(stmt.name, type, stmt.name_span, !stmt.is_mutable);
  if (is_wide() && type == ir::s32_type) note_variable(index, stmt, range_of(value));
  emit({.kind = ir::StmtKind::store, .span = stmt.span, .target = index, .value = value});
  bind(stmt.name, {Symbol::Kind::local, index, stmt.is_mutable, true});
}

void Lowerer::lower_array(const SynStmt& stmt, const SynExpr& written) {
  const ir::Type declared = stmt.type ? lower_type(*stmt.type) : ir::void_type;
  if (stmt.type && declared != ir::error_type && !declared.is_array()) {
    bind(stmt.name, {});
    report(Code::type_mismatch, written.span,
           format("expected {}, found an array", to_string(declared)));
    return;
  }
  const bool repeat = written.kind == syntax::ExprKind::array_repeat;
  ir::Type hint = holds_index(stmt) ? ir::s64_type : declared.element();
  std::vector<ir::ExprId> values;
  bool good = true;
  for (std::size_t i = 0; i < (repeat ? 1 : written.args.size()); ++i) {
    in_order(values, [&] { return lower_expr(written.args[i], hint); });
    if (hint == ir::void_type) hint = type_of(values.back());
    if (!stmt.type && is_too_wide(type_of(values.back()), hint)) index_variables_.insert(&stmt);
    good = expect(values.back(), hint, syn(written.args[i]).span, "an element") && good;
  }
  // Not before: the values may use an earlier variable of the same name.
  bind(stmt.name, {});
  auto length = static_cast<std::uint32_t>(written.args.size());
  if (repeat) {
    const auto given = array_length(written.args[1]);
    if (!given) return;
    length = *given;
  }
  if (!good || declared == ir::error_type) return;
  ir::Type type = hint;
  type.length = length;
  if (stmt.type && type != declared) {
    report(Code::type_mismatch, written.span,
           format("expected {}, found {}", to_string(declared), to_string(type)));
    return;
  }
  array_words_ += type.words();
  if (!check_array_words(written.span)) return;
  const std::uint32_t index = new_local(stmt.name, type, stmt.name_span, false);
  if (is_wide() && hint == ir::s32_type) note_variable(index, stmt, hull(values));
  if (repeat) {
    emit({.kind = ir::StmtKind::fill, .span = stmt.span, .target = index, .value = values[0]});
  } else {
    for (std::size_t i = 0; i < values.size(); ++i)
      emit({.kind = ir::StmtKind::store_element,
            .span = stmt.span,
            .target = index,
            .indices = {constant(ir::Scalar::s32, i)},
            .value = values[i]});
  }
  bind(stmt.name, {Symbol::Kind::local, index, stmt.is_mutable, true});
}

bool Lowerer::check_array_words(Span span) {
  if (array_words_ <= ir::max_array_words) return true;
  report(Code::array_too_large, span,
         format("the local arrays of this function{} hold {} scalars; at most {} are possible",
                module_.tiles.empty() || !in_kernel_ ? "" : " and a unit's share of the tiles",
                array_words_, ir::max_array_words));
  return false;
}

void Lowerer::lower_assign(const SynStmt& stmt) {
  Place place = lower_place(stmt.place);
  const bool compound = stmt.op != syntax::TokenKind::assign;
  const ir::Type type = place.lane ? place.type.lane() : place.type;
  if (place.kind == Place::Kind::error) {
    lower_expr(stmt.value);
    return;
  }
  // What is used twice is computed once.
  if (compound || place.lane)
    for (ir::ExprId& index : place.indices) index = keep(index);
  in_order(place.indices, [&] { return lower_expr(stmt.value, compound ? type.lane() : type); });
  ir::ExprId value = place.indices.back();
  place.indices.pop_back();
  if (compound) {
    const Span op_span = join(syn(stmt.place).span, syn(stmt.value).span);
    ir::BinaryOp op = ir::BinaryOp::add;
    switch (stmt.op) {
#define COMPOUND(token, name)    \
  case syntax::TokenKind::token: \
    op = ir::BinaryOp::name;     \
    break;
      COMPOUND(sub_assign, sub)
      COMPOUND(mul_assign, mul)
      COMPOUND(div_assign, div)
      COMPOUND(rem_assign, rem)
      COMPOUND(and_assign, bit_and)
      COMPOUND(or_assign, bit_or)
      COMPOUND(xor_assign, bit_xor)
      COMPOUND(shl_assign, shl)
      COMPOUND(shr_assign, shr)
#undef COMPOUND
      default:
        break;
    }
    value = binary(op, load(place), value, op_span);
  }
  note_assigned(place, type_of(value));
  if (expect(value, type, syn(stmt.value).span)) store(place, value, stmt.span);
}

void Lowerer::lower_unused(syntax::ExprId id) {
  const SynExpr& expr = syn(id);
  if (expr.kind == syntax::ExprKind::conditional) return lower_branch(expr);
  if (expr.kind == syntax::ExprKind::block) return lower_statements(expr.block);
  const ir::ExprId value = lower_expr(id);
  if (is_error(value) || type_of(value) == ir::void_type) return;
  if (expr.kind == syntax::ExprKind::call && expr.text.starts_with("atomic_")) {
    // The old value is not used.
    module_.stmts[block_->back()].result = ir::none;
    function_->locals.pop_back();
    fixed_.pop_back();
    return;
  }
  report(Code::unused_value, expr.span, "the value of this expression is not used",
         in_kernel_ ? "assign it, as in `output[i] = ...;`" : "return it, or give it a name");
}

void Lowerer::lower_branch(const SynExpr& expr) {
  ir::Stmt branch{.kind = ir::StmtKind::branch, .span = expr.span};
  branch.value = lower_condition(expr.args[0]);
  if (const auto condition = known(branch.value)) return lower_known_branch(expr, *condition);
  branch.body = nested([&] { lower_statements(expr.block); });
  if (expr.other != syntax::none) branch.other = nested([&] { lower_statements(expr.other); });
  emit(std::move(branch));
}

bool Lowerer::check_range(const SynStmt& stmt, ir::ExprId& first, ir::ExprId& end) {
  meet(first, end, stmt.span);
  const ir::Type type = type_of(first);
  if (is_error(first) || !expect(end, type, syn(stmt.end).span)) return false;
  if (type == ir::s32_type || type == ir::s64_type || type == ir::Type{ir::Scalar::u32})
    return true;
  report(Code::type_mismatch, syn(stmt.value).span,
         format("a range needs s32, u32 or s64, found {}", to_string(type)));
  return false;
}

void Lowerer::lower_for(const SynStmt& stmt) {
  check_name(stmt.name, stmt.name_span);
  std::vector<ir::ExprId> ends;
  const ir::Type wanted = holds_index(stmt) ? ir::s64_type : ir::s32_type;
  if (syn(stmt.value).literal != syntax::Literal::no) {
    const ir::ExprId end = lower_expr(stmt.end, wanted);
    ends = {lower_expr(stmt.value, type_of(end)), end};
  } else {
    in_order(ends, [&] { return lower_expr(stmt.value, wanted); });
    const ir::Type type = type_of(ends[0]);
    in_order(ends, [&] { return lower_expr(stmt.end, type); });
  }
  if (wanted == ir::s64_type) ends[0] = widened(ends[0], syn(stmt.value).span);
  const bool good = check_range(stmt, ends[0], ends[1]);
  const ir::Type type = type_of(ends[0]);
  scopes_.emplace_back();
  ir::Stmt loop{
      .kind = ir::StmtKind::for_range, .span = stmt.span, .value = ends[0], .end = ends[1]};
  bind(stmt.name, {});
  if (good) {
    loop.target = new_local(stmt.name, type, stmt.name_span, true);
    if (is_wide() && type == ir::s32_type) note_variable(loop.target, stmt, hull(ends));
    bind(stmt.name, {Symbol::Kind::local, loop.target, false});
  }
  ++loops_;
  loop.body = nested([&] { lower_statements(stmt.body); });
  --loops_;
  scopes_.pop_back();
  emit(std::move(loop));
}

void Lowerer::lower_while(const SynStmt& stmt) {
  ir::Stmt loop{.kind = ir::StmtKind::while_loop, .span = stmt.span};
  ir::ExprId condition = constant(ir::Scalar::boolean, 1);
  Statements before;
  // A block in the condition belongs to no loop: neither to this one nor to those around it.
  const auto around = std::exchange(loops_, 0);
  if (stmt.kind == StmtKind::while_loop)
    before = nested([&] { condition = lower_condition(stmt.value); });
  loops_ = around + 1;
  loop.value = condition;
  loop.body = nested([&] {
    if (!before.empty()) {
      // A condition that writes is computed at the start of every round.
      *block_ = std::move(before);
      loop.value = constant(ir::Scalar::boolean, 1);
      emit({.kind = ir::StmtKind::branch,
            .span = stmt.span,
            .value = condition,
            .other = nested([&] { emit({.kind = ir::StmtKind::break_, .span = stmt.span}); })});
    }
    lower_statements(stmt.body);
  });
  --loops_;
  emit(std::move(loop));
}

void Lowerer::lower_return(const SynStmt& stmt) {
  ir::Stmt result{.kind = ir::StmtKind::return_, .span = stmt.span};
  if (in_kernel_) {
    if (stmt.value != syntax::none)
      report(Code::unexpected_return, syn(stmt.value).span, "a kernel returns nothing",
             "write the result to an output tensor");
  } else if (stmt.value == syntax::none) {
    report(Code::unexpected_return, stmt.span,
           format("expected a value of type {} after `return`", to_string(function_->result)));
  } else {
    result.value = lower_expr(stmt.value, function_->result);
    expect(result.value, function_->result, syn(stmt.value).span, "the result");
  }
  emit(std::move(result));
}

}  // namespace dala::kernel
