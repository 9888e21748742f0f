// Expressions but for memory, positions and maths.
#include "core/format.hpp"
#include "kernel/emit/c_printer.hpp"

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

ExpressionText CPrinter::join(const ExpressionText& a, std::string_view op, const ExpressionText& b,
                              Binds binds) {
  const auto above = static_cast<Binds>(static_cast<std::uint8_t>(binds) + 1);
  return {format("{} {} {}", a.in(binds), op, b.in(above)), binds};
}

ExpressionText CPrinter::infix(BinaryOp op, const ExpressionText& a, const ExpressionText& b) {
  const Binds binds = strength(op);
  if (binds == Binds::sum || binds == Binds::product) return join(a, to_string(op), b, binds);
  const Binds operands = operand_strength(op);
  const bool chain =
      a.binds == binds && (binds == Binds::logical_and || binds == Binds::logical_or);
  return {format("{} {} {}", a.in(chain ? binds : operands), to_string(op), b.in(operands)), binds};
}

ExpressionText CPrinter::call(std::string_view name, ExpressionTexts args) {
  std::string text(name);
  text += '(';
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (i != 0) text += ", ";
    text += args[i].text;
  }
  return {text + ")"};
}

ExpressionText CPrinter::choose(const ExpressionText& condition, const ExpressionText& yes,
                                const ExpressionText& no) {
  return {format("{} ? {} : {}", condition.in(Binds::logical_or), yes.in(Binds::logical_or),
                 no.in(Binds::logical_or)),
          Binds::choice};
}

std::vector<ExpressionText> CPrinter::expression_texts(const std::vector<ir::ExprId>& ids) {
  std::vector<ExpressionText> out;
  for (ir::ExprId id : ids) out.push_back(expr(id));
  return out;
}

ExpressionText CPrinter::expr(ir::ExprId id) {
  const ir::Expr& e = module_.exprs[id];
  switch (e.kind) {
    case ExprKind::constant:
      return constant(e.type.scalar, e.bits);
    case ExprKind::local:
      return {local_names_[e.index]};
    case ExprKind::element:
      return element(local_names_[e.index], e);
    case ExprKind::load_tensor:
      return element(tensor_names_[e.index], e);
    case ExprKind::load_shared:
      return element(shared_names_[e.index], e);
    case ExprKind::position:
      return {group_positions()[static_cast<std::size_t>(e.position) -
                                static_cast<std::size_t>(ir::Position::GROUP_X)]};
    case ExprKind::launch:
      return launch_word(e.index);
    case ExprKind::param:
    case ExprKind::query:
      break;  // words of the launch by now
    case ExprKind::unary:
      return unary(e);
    case ExprKind::binary:
      return binary(e);
    case ExprKind::cast:
      return cast(e);
    case ExprKind::math:
      return math(e);
    case ExprKind::call:
      return call_function(e);
    case ExprKind::construct:
      return call(type_name(e.type), expression_texts(e.args));
    case ExprKind::swizzle: {
      const ExpressionText a = expr(e.args[0]);
      if (e.type.lanes == 1) return {format("{}.{}", a.in(Binds::primary), "xyzw"[e.lanes[0]])};
      return swizzle(module_.exprs[e.args[0]].type, e.type, e.lanes, a);
    }
    case ExprKind::choose: {
      // One after the other, since printing one may add a helper to the text.
      const ExpressionText otherwise = expr(e.args[2]);
      const ExpressionText then = expr(e.args[1]);
      return choose(expr(e.args[0]), then, otherwise);
    }
  }
  std::unreachable();
}

// Of an element that is there, so a number without sign need not become one with a sign first: as
// it is, compilers compute addresses with fewer instructions.
std::string CPrinter::index(ir::ExprId id) {
  const ir::Expr& e = module_.exprs[id];
  if (!indexes_unsigned() || e.kind != ExprKind::cast ||
      module_.exprs[e.args[0]].type != ir::u32_type)
    return expr(id).text;
  return expr(e.args[0]).text;
}

ExpressionText CPrinter::element(const std::string& name, const ir::Expr& e) {
  return {format("{}[{}]", name, index(e.args[0]))};
}

ExpressionText CPrinter::call_function(const ir::Expr& e) {
  std::vector<ExpressionText> args;
  for (const auto& memory : read_[e.index]) args.push_back({memory_name(memory)});
  for (const ir::ExprId arg : e.args) args.push_back(expr(arg));
  return call(function_names_[e.index], args);
}

ExpressionText CPrinter::unary(const ir::Expr& e) {
  const ExpressionText a = expr(e.args[0]);
  if (ir::is_integer(e.type.scalar)) return integer(e.unary, e.type.scalar, a);
  return real(e.unary, e.type, a);
}

ExpressionText CPrinter::binary(const ir::Expr& e) {
  // One after the other, since printing one may add a helper to the text.
  const ExpressionText a = expr(e.args[0]);
  const ExpressionText b = expr(e.args[1]);
  if (ir::is_comparison(e.binary))
    return compare(e.binary, module_.exprs[e.args[0]].type.scalar, a, b);
  if (e.type == ir::bool_type) return boolean(e.binary, a, b);
  if (ir::is_integer(e.type.scalar)) return integer(e.binary, e.type.scalar, a, b);
  return real(e.binary, e.type, a, b);
}

// `&`, `|` and `^` of bool are int in C++.
ExpressionText CPrinter::boolean(BinaryOp op, const ExpressionText& a, const ExpressionText& b) {
  const bool by_bits = op == BinaryOp::bit_and || op == BinaryOp::bit_or || op == BinaryOp::bit_xor;
  return by_bits ? converted(ir::bool_type, infix(op, a, b)) : infix(op, a, b);
}

ExpressionText CPrinter::compare(BinaryOp op, Scalar, const ExpressionText& a,
                                 const ExpressionText& b) {
  return infix(op, a, b);
}

ExpressionText CPrinter::real(BinaryOp op, ir::Type, const ExpressionText& a,
                              const ExpressionText& b) {
  return infix(op, a, b);
}

ExpressionText CPrinter::real(ir::UnaryOp op, ir::Type, const ExpressionText& a) {
  return {format("{}{}", to_string(op), a.in(Binds::primary)), Binds::unary};
}

ExpressionText CPrinter::cast(const ir::Expr& e) {
  const ir::Type from = module_.exprs[e.args[0]].type;
  ExpressionText a = expr(e.args[0]);
  if (from.scalar == e.type.scalar) return a;
  if (e.type.is_vector() || ir::is_float(e.type.scalar) || ir::is_float(from.scalar))
    return converted(e.type, a);
  return integer_cast(from.scalar, e.type.scalar, a);
}

}  // namespace dala::kernel
