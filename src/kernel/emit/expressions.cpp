// Expressions but for memory, positions and maths.
#include <array>
#include <cmath>

#include "core/format.hpp"
#include "kernel/emit/c_printer.hpp"
#include "kernel/ir/scalar_ops.hpp"
#include "kernel/launch/launch_words.hpp"

namespace dala::kernel {

using ir::BinaryOp;
using ir::ExprKind;
using ir::Scalar;

namespace {

Binds strength(BinaryOp op) {
  switch (op) {
    case BinaryOp::add:
    case BinaryOp::sub:
      return Binds::sum;
    case BinaryOp::mul:
    case BinaryOp::div:
    case BinaryOp::rem:
      return Binds::product;
    case BinaryOp::bit_and:
      return Binds::bit_and;
    case BinaryOp::bit_or:
      return Binds::bit_or;
    case BinaryOp::bit_xor:
      return Binds::bit_xor;
    case BinaryOp::shl:
    case BinaryOp::shr:
      return Binds::shift;
    case BinaryOp::logical_and:
      return Binds::logical_and;
    case BinaryOp::logical_or:
      return Binds::logical_or;
    case BinaryOp::equal:
    case BinaryOp::not_equal:
      return Binds::equality;
    default:
      return Binds::relation;
  }
}

// What both operands must hold together like. Sums and products need no parentheses on the left;
// the others get them wherever a reader might have to think.
Binds operand_strength(BinaryOp op) {
  if (op == BinaryOp::logical_and || op == BinaryOp::logical_or) return Binds::equality;
  if (ir::is_comparison(op)) return Binds::sum;
  return Binds::unary;
}

}  // namespace

Piece CPrinter::join(const Piece& a, std::string_view op, const Piece& b, Binds binds) {
  const auto above = static_cast<Binds>(static_cast<std::uint8_t>(binds) + 1);
  return {format("{} {} {}", a.in(binds), op, b.in(above)), binds};
}

Piece CPrinter::infix(BinaryOp op, const Piece& a, const Piece& b) {
  const Binds binds = strength(op);
  if (binds == Binds::sum || binds == Binds::product) return join(a, to_string(op), b, binds);
  const Binds operands = operand_strength(op);
  const bool chain =
      a.binds == binds && (binds == Binds::logical_and || binds == Binds::logical_or);
  return {format("{} {} {}", a.in(chain ? binds : operands), to_string(op), b.in(operands)), binds};
}

Piece CPrinter::call(std::string_view name, Pieces args) {
  std::string text(name);
  text += '(';
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (i != 0) text += ", ";
    text += args[i].text;
  }
  return {text + ")"};
}

Piece CPrinter::choose(const Piece& condition, const Piece& yes, const Piece& no) {
  return {format("{} ? {} : {}", condition.in(Binds::logical_or), yes.in(Binds::logical_or),
                 no.in(Binds::logical_or)),
          Binds::choice};
}

std::vector<Piece> CPrinter::pieces(const std::vector<ir::ExprId>& ids) {
  std::vector<Piece> out;
  for (ir::ExprId id : ids) out.push_back(expr(id));
  return out;
}

Piece CPrinter::expr(ir::ExprId id) {
  const ir::Expr& e = module_.exprs[id];
  if (!has(e.type.scalar)) {
    if (e.kind == ExprKind::param)
      refuse(format("parameter `{}` is {}, a type that {} does not have",
                    module_.params[e.index].name, to_string(e.type), language()));
    refuse(format("a value of type {} is computed, a type that {} does not have", to_string(e.type),
                  language()));
    return {};
  }
  switch (e.kind) {
    case ExprKind::constant:
      return constant(e.type.scalar, e.bits);
    case ExprKind::local:
      return {local_names_[e.index]};
    case ExprKind::element:
      return element(e);
    case ExprKind::load_tensor:
      if (auto own = load_own_way(e)) return *own;
      return load_tensor(e.index, locate(e.index, e.args, e.edge));
    case ExprKind::load_shared:
      return shared_element(e);
    case ExprKind::param: {
      const std::size_t word = launch::of_param(module_, e.index);
      return {named_at_top(format("param {}", e.index), param_names_[e.index], e.type.scalar, [&] {
        return param_value(e.type.scalar, launch_word(word).text, launch_word(word + 1).text);
      })};
    }
    case ExprKind::position:
      return position(e.position);
    case ExprKind::query:
      return query(e);
    case ExprKind::unary:
      return unary(e);
    case ExprKind::binary:
      return binary(e);
    case ExprKind::cast:
      return cast(e);
    case ExprKind::math:
      return math(e);
    case ExprKind::call:
      return call(function_names_[e.index], pieces(e.args));
    case ExprKind::construct:
      return call(type_name(e.type), pieces(e.args));
    case ExprKind::swizzle: {
      const Piece a = expr(e.args[0]);
      if (e.type.lanes == 1) return {format("{}.{}", a.in(Binds::primary), "xyzw"[e.lanes[0]])};
      return swizzle(module_.exprs[e.args[0]].type, e.type, e.lanes, a);
    }
    case ExprKind::choose: {
      // One after the other, since printing one may declare what it needs.
      const Piece otherwise = expr(e.args[2]);
      const Piece then = expr(e.args[1]);
      return choose(expr(e.args[0]), then, otherwise);
    }
  }
  return {};
}

Piece CPrinter::unary(const ir::Expr& e) {
  const std::array<Piece, 1> a = {expr(e.args[0])};
  const auto lane = [&](Pieces x) -> Piece {
    if (ir::is_integer(e.type.scalar)) return integer(e.unary, e.type.scalar, x[0]);
    return {format("{}{}", to_string(e.unary), x[0].in(Binds::primary)), Binds::unary};
  };
  if (e.type.is_scalar() || lanes_native(e.unary, e.type)) return lane(a);
  const std::string_view name = e.unary == ir::UnaryOp::negate ? "neg" : "not";
  return by_lane(format("dala_{}_{}", name, to_string(e.type)), e.type, e.type, a, lane);
}

Piece CPrinter::binary(const ir::Expr& e) {
  const std::array<Piece, 2> args = {expr(e.args[0]), expr(e.args[1])};
  if (ir::is_comparison(e.binary))
    return compare(e.binary, module_.exprs[e.args[0]].type.scalar, args[0], args[1]);
  if (e.type == ir::bool_type) return boolean(e.binary, args[0], args[1]);
  const ir::Type type = e.type;
  if (ir::is_float(type.scalar) && e.binary != BinaryOp::rem)
    return real(e.binary, type, args[0], args[1]);
  const ir::Expr& right = module_.exprs[e.args[1]];
  std::optional<std::uint64_t> known;
  if (right.kind == ExprKind::constant) known = right.bits;
  if (type.is_scalar() || lanes_native(e.binary, type))
    return scalar_binary(e.binary, type.scalar, args[0], args[1], known);
  constexpr std::array<std::string_view, 10> names = {"add", "sub", "mul", "div", "rem",
                                                      "and", "or",  "xor", "shl", "shr"};
  return by_lane(format("dala_{}_{}", names[static_cast<std::size_t>(e.binary)], to_string(type)),
                 type, type, args,
                 [&](Pieces x) { return scalar_binary(e.binary, type.scalar, x[0], x[1], {}); });
}

// `&`, `|` and `^` of bool are int in C++.
Piece CPrinter::boolean(BinaryOp op, const Piece& a, const Piece& b) {
  const bool by_bits = op == BinaryOp::bit_and || op == BinaryOp::bit_or || op == BinaryOp::bit_xor;
  return by_bits ? converted(ir::bool_type, infix(op, a, b)) : infix(op, a, b);
}

Piece CPrinter::compare(BinaryOp op, Scalar, const Piece& a, const Piece& b) {
  return infix(op, a, b);
}

Piece CPrinter::real(BinaryOp op, ir::Type, const Piece& a, const Piece& b) {
  return infix(op, a, b);
}

// Integers and the remainder of floats; vectors where the language takes them like scalars.
Piece CPrinter::scalar_binary(BinaryOp op, Scalar scalar, const Piece& a, const Piece& b,
                              std::optional<std::uint64_t> known) {
  if (ir::is_float(scalar)) return float_remainder(scalar, a, b);
  if (op == BinaryOp::div || op == BinaryOp::rem) return divide(op, scalar, a, b, known);
  if (op == BinaryOp::shl || op == BinaryOp::shr) {
    const std::uint64_t mask = ir::bits_of(scalar) - 1;
    const Piece count = known ? constant(scalar, *known & mask)
                              : infix(BinaryOp::bit_and, b, constant(scalar, mask));
    return integer(op, scalar, a, count);
  }
  return integer(op, scalar, a, b);
}

Piece CPrinter::divide(BinaryOp op, Scalar scalar, const Piece& a, const Piece& b,
                       std::optional<std::uint64_t> known) {
  if (known && *known != 0 && ir::as_s64(*known) != -1) return integer(op, scalar, a, b);
  const ir::Type type{scalar};
  const std::string name =
      format("dala_{}_{}", op == BinaryOp::div ? "div" : "rem", to_string(type));
  define(name, type, {type, type}, [&] {
    const std::string none = whole(scalar, 0);
    const std::string result = integer(op, scalar, {"a"}, {"b"}).text;
    if (ir::is_unsigned(scalar)) return format("return b == {} ? {} : {};", none, none, result);
    const std::string least =
        op == BinaryOp::div ? integer(ir::UnaryOp::negate, scalar, {"a"}).text : none;
    return format("if (b == {}) return {};\nif (b == {}) return {};\nreturn {};", none, none,
                  whole(scalar, -1), least, result);
  });
  return call(name, {a, b});
}

Piece CPrinter::cast(const ir::Expr& e) {
  const ir::Type from = module_.exprs[e.args[0]].type;
  const std::array<Piece, 1> a = {expr(e.args[0])};
  if (from.is_scalar()) return scalar_cast(from.scalar, e.type.scalar, a[0]);
  if (from.scalar == e.type.scalar) return a[0];
  if (lanes_native_cast(from.scalar, e.type.scalar)) return converted(e.type, a[0]);
  return by_lane(format("dala_{}_from_{}", to_string(e.type), to_string(from)), e.type, from, a,
                 [&](Pieces x) { return scalar_cast(from.scalar, e.type.scalar, x[0]); });
}

Piece CPrinter::float_from(Scalar, Scalar to, const Piece& a) { return converted({to}, a); }

Piece CPrinter::scalar_cast(Scalar from, Scalar to, const Piece& a) {
  if (from == to) return a;
  if (ir::is_float(to)) return float_from(from, to, a);
  if (!ir::is_float(from)) return integer_cast(from, to, a);
  // The ends of the type for what does not fit. 2^n is exact as a float, the largest value not.
  const std::string name =
      format("dala_{}_from_{}", to_string(ir::Type{to}), to_string(ir::Type{from}));
  define(name, {to}, {{from}}, [&] {
    const unsigned width = ir::bits_of(to);
    const unsigned digits = ir::is_unsigned(to) ? width : width - 1;
    const double above = std::ldexp(1.0, static_cast<int>(digits));
    const double below = ir::is_unsigned(to) ? 0.0 : -above;
    const auto real = [&](double value) { return constant(from, ir::real_bits(from, value)).text; };
    const auto bits = [&](double value) { return ir::cast(Scalar::f64, to, ir::bits_from(value)); };
    return format(
        "if ({}) return {};\nif (a >= {}) return {};\nif (a <= {}) return {};\nreturn {};",
        is_nan("a"), whole(to, 0), real(above), constant(to, bits(above)).text, real(below),
        constant(to, bits(below)).text, converted({to}, {"a"}).text);
  });
  return call(name, {a});
}

}  // namespace dala::kernel
