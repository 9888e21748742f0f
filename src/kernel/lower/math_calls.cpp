#include <array>

#include "core/format.hpp"
#include "kernel/lower/lowerer.hpp"

namespace dala::kernel {

namespace {

enum class Kind : std::uint8_t {
  number,
  real,
  integer,
  word,
  bits_of,
  of_bits,
  fold,
  vector,
  select
};

struct Row {
  Kind kind;
  std::size_t arguments;
};

constexpr std::array rows = {
#define X(name, arguments, kind) Row{Kind::kind, arguments},
#include "kernel/ir/math_ops.inc"
#undef X
};

bool takes(Kind kind, ir::Type type) {
  if (type.is_array()) return false;
  switch (kind) {
    case Kind::number:
      return ir::is_number(type.scalar);
    case Kind::real:
      return ir::is_float(type.scalar);
    case Kind::integer:
      return ir::is_integer(type.scalar);
    case Kind::word:
      return ir::is_integer(type.scalar) && ir::bits_of(type.scalar) == 32;
    case Kind::bits_of:
      return ir::bits_type(type) != ir::void_type;
    case Kind::of_bits:
      return ir::type_of_bits(type) != ir::void_type;
    case Kind::fold:
    case Kind::vector:
      return type.is_vector() && type.scalar == ir::Scalar::f32;
    case Kind::select:
      return ir::is_number(type.scalar) || type == ir::bool_type;
  }
  return false;
}

std::string_view described(Kind kind) {
  switch (kind) {
    case Kind::number:
      return "numbers and vectors";
    case Kind::real:
      return "floats and vectors of f32";
    case Kind::integer:
      return "integers and vectors of them";
    case Kind::word:
      return "s32, u32 and vectors of them";
    case Kind::bits_of:
      return "floats and vectors of f32";
    case Kind::of_bits:
      return "u16, u32, s64 and vectors of u32";
    case Kind::fold:
    case Kind::vector:
      return "vectors of f32";
    case Kind::select:
      return "a bool and two values of one type";
  }
  return "";
}

// The type that arguments made of literals take where the context needs this result.
ir::Type wanted_argument(Kind kind, ir::Type result) {
  if (kind == Kind::bits_of) return ir::type_of_bits(result);
  return kind == Kind::of_bits ? ir::bits_type(result) : result;
}

ir::Type result_of(Kind kind, ir::Type argument) {
  if (kind == Kind::bits_of) return ir::bits_type(argument);
  if (kind == Kind::of_bits) return ir::type_of_bits(argument);
  return kind == Kind::fold ? argument.lane() : argument;
}

}  // namespace

ir::ExprId Lowerer::lower_math(const SynExpr& expr, ir::MathOp op, ir::Type hint) {
  const Row row = rows[static_cast<std::size_t>(op)];
  if (!check_count(expr, expr.args.size(), row.arguments)) return error();
  hint = wanted_argument(row.kind, hint);
  const std::size_t first = row.kind == Kind::select ? 1 : 0;
  std::vector<ir::ExprId> args;
  // Arguments made of literals take the type of the others, or of the place the call stands in;
  // they have no effect, so lowering them last keeps the order.
  std::vector<ir::ExprId> ordered;
  std::vector<std::size_t> places;
  if (first == 1) {
    in_order(ordered, [&] { return lower_condition(expr.args[0]); });
    places.push_back(0);
  }
  ir::Type common = ir::void_type;
  for (std::size_t i = first; i < expr.args.size(); ++i) {
    if (syn(expr.args[i]).literal != syntax::Literal::no) continue;
    in_order(ordered, [&] { return lower_expr(expr.args[i], hint); });
    places.push_back(i);
    const ir::Type type = type_of(ordered.back());
    const bool is_wider = common == ir::s32_type && is_too_wide(type, common);
    if (common == ir::void_type || (common.lanes == 1 && type.is_vector()) || is_wider)
      common = type;
  }
  args.resize(expr.args.size());
  for (std::size_t i = 0; i < places.size(); ++i) args[places[i]] = ordered[i];
  ir::Type wanted = common == ir::void_type ? hint : common;
  if (row.kind == Kind::of_bits && wanted == ir::void_type) wanted = {ir::Scalar::u32};
  bool any_real = row.kind == Kind::real || row.kind == Kind::bits_of;
  for (syntax::ExprId arg : expr.args) any_real |= syn(arg).literal == syntax::Literal::real;
  if (common == ir::void_type && any_real && !ir::is_float(wanted.scalar)) wanted = ir::f32_type;
  for (std::size_t i = first; i < args.size(); ++i) {
    if (syn(expr.args[i]).literal == syntax::Literal::no) continue;
    args[i] = lower_expr(expr.args[i], wanted.lane());
    if (common == ir::void_type) common = type_of(args[i]);
  }
  for (ir::ExprId arg : args)
    if (is_error(arg)) return error();
  if (row.kind == Kind::word && is_too_wide(common, ir::s32_type)) common = ir::s32_type;
  for (std::size_t i = first; i < args.size(); ++i) {
    const Span span = syn(expr.args[i]).span;
    if (common == ir::s64_type) args[i] = widened(args[i], span);
    if (!cut(args[i], common) && is_too_wide(type_of(args[i]), common)) {
      report_too_wide(span, common.lane());
      return error();
    }
    const ir::Type type = type_of(args[i]);
    const bool fits = type == common || (type.is_scalar() && type.scalar == common.scalar);
    if (!fits && takes(row.kind, common)) {
      report(Code::wrong_argument_type, syn(expr.args[i]).span,
             format("the arguments of `{}` need one type: expected {}, found {}", expr.text,
                    to_string(common), to_string(type)),
             ir::is_float(type.scalar) && ir::is_integer(common.scalar)
                 ? format("convert the integers with `as {}`", to_string(type.lane()))
                 : cast_hint(syn(expr.args[i]).span, type, common));
      return error();
    }
    if (!takes(row.kind, common)) {
      report(Code::wrong_argument_type, syn(expr.args[i]).span,
             format("`{}` takes {}, found {}", expr.text, described(row.kind), to_string(common)),
             row.kind == Kind::real && common.is_scalar()
                 ? cast_hint(syn(expr.args[i]).span, type, ir::f32_type)
                 : "");
      return error();
    }
    args[i] = splat(args[i], common);
  }
  return add(ir::Expr{.kind = ir::ExprKind::math,
                      .type = result_of(row.kind, common),
                      .math = op,
                      .args = std::move(args)});
}

}  // namespace dala::kernel
