#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>

#include "core/format.hpp"
#include "kernel/ir/scalar_ops.hpp"
#include "kernel/lower/lowerer.hpp"

namespace dala::kernel {

using syntax::ExprKind;

namespace {

// The largest value, and how far below zero the type goes.
std::uint64_t largest(ir::Scalar scalar, bool negative) {
  const std::uint64_t all = std::numeric_limits<std::uint64_t>::max() >> (64 - ir::bits_of(scalar));
  if (ir::is_unsigned(scalar)) return negative ? 0 : all;
  return negative ? (all >> 1) + 1 : all >> 1;
}

// What rounds to the largest number may be written, as 3.4028235e38 is: up to half of its last
// digit above it. f64 has all that the source can say.
double too_large(ir::Scalar scalar) {
  return ir::visit_float(scalar, []<typename T>(dala::Type<T>) {
    using Limits = std::numeric_limits<T>;
    if constexpr (std::is_same_v<T, double>)
      return Limits::infinity();
    else
      return static_cast<double>(Limits::max()) +
             std::ldexp(0.5, Limits::max_exponent - Limits::digits);
  });
}

std::uint64_t nearest_real(ir::Scalar scalar, double value) {
  return ir::visit_float(scalar, [&]<typename T>(dala::Type<T>) {
    const auto most = static_cast<double>(std::numeric_limits<T>::max());
    return ir::bits_from(static_cast<T>(std::clamp(value, -most, most)));
  });
}

ir::Scalar literal_scalar(const syntax::Expr& expr, ir::Type hint) {
  if (!expr.text.empty())
    if (const auto type = ir::type_from_name(expr.text)) return type->scalar;
  if (expr.kind == ExprKind::integer)
    return ir::is_number(hint.scalar) ? hint.scalar : ir::Scalar::s32;
  return ir::is_float(hint.scalar) ? hint.scalar : ir::Scalar::f32;
}

}  // namespace

ir::ExprId Lowerer::lower_expr(syntax::ExprId id, ir::Type hint) {
  const SynExpr& expr = syn(id);
  switch (expr.kind) {
    case ExprKind::error:
      return error();
    case ExprKind::integer:
    case ExprKind::real:
      return lower_literal(expr, hint, false);
    case ExprKind::boolean:
      return constant(ir::Scalar::boolean, expr.integer);
    case ExprKind::name:
      return lower_name(expr);
    case ExprKind::text:
      report(Code::text_place, expr.span, "a text can only be the first argument of `print`");
      return error();
    case ExprKind::unary:
      return lower_unary(expr, hint);
    case ExprKind::binary:
      return lower_binary(expr, hint);
    case ExprKind::cast:
      return lower_cast(expr);
    case ExprKind::call:
      return lower_call(expr, hint);
    case ExprKind::method:
      return lower_method(expr);
    case ExprKind::index:
      return load(index_place(expr, false));
    case ExprKind::field:
      return lower_field(expr);
    case ExprKind::conditional:
      return lower_choice(expr, hint);
    case ExprKind::block:
      return lower_block_value(expr.block, hint);
    case ExprKind::array_list:
    case ExprKind::array_repeat:
      report(Code::not_a_value, expr.span, "an array can only be the value of a `let`",
             "give it a name first: `let a = [...];`");
      return error();
  }
  return error();
}

ir::ExprId Lowerer::lower_literal(const SynExpr& expr, ir::Type hint, bool negative) {
  const ir::Scalar scalar = literal_scalar(expr, hint);
  if (ir::is_float(scalar)) {
    if (expr.real >= too_large(scalar)) {
      report(Code::literal_out_of_range, expr.span,
             format("the number is too large for {}", to_string(ir::Type{scalar})),
             "write it as f64: add the suffix `f64`");
      return error();
    }
    return constant(scalar, nearest_real(scalar, negative ? -expr.real : expr.real));
  }
  if (expr.integer > largest(scalar, negative)) {
    const std::string name = to_string(ir::Type{scalar});
    if (negative && ir::is_unsigned(scalar))
      report(Code::literal_out_of_range, expr.span, format("{} has no negative values", name));
    else
      report(
          Code::literal_out_of_range, expr.span,
          format("{}{} does not fit {}", negative ? "-" : "", expr.integer, name),
          scalar == ir::Scalar::s32 ? "write it as s64 or u32: add the suffix `s64` or `u32`" : "");
    return error();
  }
  return constant(scalar, ir::wrap(scalar, negative ? 0 - expr.integer : expr.integer));
}

ir::ExprId Lowerer::subgroup_part(ir::BinaryOp op) {
  return Builder::binary(op, position(ir::Position::UNIT_POS), whole(ir::subgroup_units));
}

ir::ExprId Lowerer::lower_name(const SynExpr& expr) {
  if (const Symbol* symbol = find(expr.text)) {
    switch (symbol->kind) {
      case Symbol::Kind::local:
        if (!function_->locals[symbol->index].type.is_array()) return local(symbol->index);
        break;
      case Symbol::Kind::param:
        return param(symbol->index);
      case Symbol::Kind::constant:
        return constant(constants_[symbol->index].scalar, constants_[symbol->index].bits);
      case Symbol::Kind::error:
        return error();
      default:
        break;
    }
    std::string hint = format("name an element: `{}[i]`", expr.text);
    if (symbol->kind == Symbol::Kind::params) hint = "name a parameter: `params.strength`";
    if (symbol->kind == Symbol::Kind::tile)
      hint = format("store it: `tile_store({}, t[y, x]);`", expr.text);
    report(Code::not_a_value, expr.span,
           format("`{}` as a whole cannot be used as a value", expr.text), std::move(hint));
    return error();
  }
#define SUBGROUP_POSITION(name, value)                                                           \
  if (expr.text == #name) {                                                                      \
    if (in_kernel_) return value;                                                                \
    report(Code::tensor_outside_kernel, expr.span, "a helper function knows only its arguments", \
           "pass `" #name "` as an argument");                                                   \
    return error();                                                                              \
  }
#define POSITION(name) SUBGROUP_POSITION(name, position(ir::Position::name))
#include "kernel/ir/ops.inc"
  std::vector<std::string_view> known;
  for (const auto& scope : scopes_)
    for (const auto& [name, symbol] : scope) known.push_back(name);
#define POSITION(name) known.emplace_back(#name);
#define SUBGROUP_POSITION(name, value) known.emplace_back(#name);
#include "kernel/ir/ops.inc"
  // The order of the scopes' tables must not decide between equally near names.
  std::ranges::sort(known);
  std::string hint = suggest(expr.text, known);
  if (hint.empty() && !in_kernel_) hint = "a helper function knows only its arguments";
  report(Code::unknown_name, expr.span, format("there is no variable `{}`", expr.text),
         std::move(hint));
  return error();
}

ir::ExprId Lowerer::lower_field(const SynExpr& expr) {
  const SynExpr& base = syn(expr.args[0]);
  const Symbol* symbol = base.kind == ExprKind::name ? find(base.text) : nullptr;
  if (symbol != nullptr && symbol->kind == Symbol::Kind::params) {
    for (std::uint32_t i = 0; i < module_.params.size(); ++i)
      if (module_.params[i].name == expr.text) return param(i);
    std::vector<std::string_view> known;
    for (const ir::Param& p : module_.params) known.emplace_back(p.name);
    std::string hint = suggest(expr.text, known);
    if (hint.empty()) hint = "name it in `params` when the kernel is registered";
    report(Code::unregistered_param, expr.text_span,
           format("the registration has no number, integer or boolean parameter `{}`", expr.text),
           hint);
    return error();
  }
  const ir::ExprId value = lower_expr(expr.args[0]);
  if (is_error(value)) return value;
  const ir::Type type = type_of(value);
  ir::Expr swizzle{.kind = ir::ExprKind::swizzle,
                   .type = {type.scalar, static_cast<std::uint8_t>(expr.text.size())},
                   .args = {value}};
  bool good = type.is_vector() && expr.text.size() <= 4;
  for (std::size_t i = 0; good && i < expr.text.size(); ++i) {
    std::size_t lane = std::string_view("xyzw").find(expr.text[i]);
    if (lane == std::string_view::npos) lane = std::string_view("rgba").find(expr.text[i]);
    good = lane < type.lanes;
    swizzle.lanes[i] = static_cast<std::uint8_t>(lane);
  }
  if (good) return add(std::move(swizzle));
  if (type.is_vector())
    report(Code::bad_swizzle, expr.text_span,
           format("`{}` does not name lanes of a {}", expr.text, to_string(type)),
           format("it has `{}`, also called `{}`", std::string_view("xyzw").substr(0, type.lanes),
                  std::string_view("rgba").substr(0, type.lanes)));
  else
    report(Code::bad_swizzle, expr.text_span,
           format("a value of type {} has no parts", to_string(type)));
  return error();
}

ir::ExprId Lowerer::lower_cast(const SynExpr& expr) {
  const SynExpr& operand = syn(expr.args[0]);
  const ir::Type to = lower_type(expr.type);
  // 3000000000 as u32: the literal itself may need the target's range.
  const ir::ExprId value =
      lower_expr(expr.args[0], operand.kind == ExprKind::integer ? to : ir::void_type);
  const ir::Type from = type_of(value);
  if (from == ir::error_type || to == ir::error_type) return error();
  if (expr.type.name == index_name && from == ir::s32_type)
    return widened(value, operand.span, false);
  const bool number = ir::is_number(from.scalar) || from.scalar == ir::Scalar::boolean;
  if (from == to || (number && ir::is_number(to.scalar) && from.lanes == to.lanes &&
                     !from.is_array() && !to.is_array()))
    return cast(value, to);
  report(Code::bad_cast, expr.span,
         format("{} cannot be converted to {}", to_string(from), to_string(to)),
         to == ir::bool_type ? cast_hint(operand.span, from, to) : "");
  return error();
}

ir::ExprId Lowerer::lower_condition(syntax::ExprId id) {
  const ir::ExprId value = lower_expr(id, ir::bool_type);
  const ir::Type type = type_of(value);
  if (type != ir::bool_type && type != ir::error_type) {
    report(Code::condition_not_bool, syn(id).span,
           format("a condition must be bool, found {}", to_string(type)),
           type.is_scalar() ? cast_hint(syn(id).span, type, ir::bool_type) : "");
    return error();
  }
  return value;
}

ir::ExprId Lowerer::lower_block_value(syntax::BlockId id, ir::Type hint) {
  const syntax::Block& block = tree_.blocks[id];
  scopes_.emplace_back();
  for (syntax::StmtId stmt : block.statements) lower_statement(tree_.stmts[stmt]);
  ir::ExprId value = ir::none;
  if (block.tail == syntax::none) {
    report(Code::missing_return, block.span, "this block is used as a value but has none",
           "end it with an expression without `;`");
    value = error();
  } else {
    value = lower_expr(block.tail, hint);
  }
  scopes_.pop_back();
  return value;
}

ir::ExprId Lowerer::lower_choice(const SynExpr& expr, ir::Type hint) {
  const ir::ExprId condition = lower_condition(expr.args[0]);
  if (expr.other == syntax::none) {
    report(Code::missing_else, expr.text_span, "an `if` used as a value needs an `else`",
           "add `else { ... }`, or end the statement with `;`");
    return error();
  }
  if (const auto value = known(condition)) return lower_known_choice(expr, *value, hint);
  // An arm of plain literals takes the type of the other arm, whichever comes first.
  const syntax::ExprId first_tail = tree_.blocks[expr.block].tail;
  const bool literal_first =
      first_tail != syntax::none && syn(first_tail).literal != syntax::Literal::no;
  std::array<ir::ExprId, 2> values{};
  std::array<Statements, 2> arms;
  for (const std::size_t i : literal_first ? std::array{1U, 0U} : std::array{0U, 1U}) {
    arms[i] =
        nested([&] { values[i] = lower_block_value(i == 0 ? expr.block : expr.other, hint); });
    if (hint == ir::void_type && !is_error(values[i])) hint = type_of(values[i]);
  }
  if (is_error(condition) || is_error(values[0]) || is_error(values[1])) return error();
  meet(values[0], values[1], expr.span);
  const ir::Type type = type_of(values[0]);
  if (!expect(values[1], type, tree_.blocks[expr.other].span, "the same value as the first arm"))
    return error();
  if (arms[0].empty() && arms[1].empty()) return choose(condition, values[0], values[1]);
  const std::uint32_t result = new_local({}, type, expr.span, true);
  ir::Stmt branch{.kind = ir::StmtKind::branch, .span = expr.span, .value = condition};
  for (std::size_t i = 0; i < 2; ++i)
    into(arms[i], [&] {
      emit({.kind = ir::StmtKind::store, .span = expr.span, .target = result, .value = values[i]});
    });
  note_temporary(result, {arms[0].back(), arms[1].back()});
  branch.body = std::move(arms[0]);
  branch.other = std::move(arms[1]);
  emit(std::move(branch));
  return local(result);
}

}  // namespace dala::kernel
