#include "kernel/emit/cpp_printer.hpp"

#include <utility>

#include "core/format.hpp"

namespace dala::kernel {

using ir::BinaryOp;
using ir::Scalar;

TargetInfo cpp_target(std::string_view name, bool (*has)(Scalar)) {
  return {.name = name,
          .has = has,
          .vector_unary = [](ir::UnaryOp, ir::Type type) { return ir::is_float(type.scalar); },
          .vector_binary =
              [](BinaryOp op, ir::Type type) {
                return ir::is_float(type.scalar) && op != BinaryOp::rem;
              },
          .vector_math = [](ir::MathOp, ir::Type) { return false; },
          .vector_cast = [](Scalar, Scalar) { return false; }};
}

std::string CppPrinter::type_name(ir::Type type) {
  if (type.lanes == 1 && ir::has_value(type.scalar)) {
    const std::string_view name = ir::info_of(type.scalar).c;
    if (name.find(' ') == std::string_view::npos) return std::string(name);
    // Conversions are written like calls, which takes a name of one word.
    const std::string ours = to_string(type.lane());
    define_type(ours, format("typedef {} {};\n",
                             ir::bits_of(type.scalar) == 64 ? long_type() : name, ours));
    return ours;
  }
  // Vectors keep the names they have in the source, where they are reserved.
  const std::string name = to_string(type.element());
  type_name(type.lane());
  define_type(name, vector_definition(type.element()));
  return name;
}

std::string CppPrinter::unsigned_name(Scalar scalar) {
  if (ir::bits_of(scalar) != 64) return type_name({Scalar::u32});
  define_type("u64", format("typedef unsigned {} u64;\n", long_type()));
  return "u64";
}

std::string CppPrinter::number(Scalar scalar, const std::string& digits) {
  const ir::ScalarInfo& info = ir::info_of(scalar);
  switch (info.kind) {
    case ScalarKind::boolean:
      return digits;
    case ScalarKind::floating:
      return info.bits == 32 ? digits + "f" : digits;
    case ScalarKind::unsigned_integer:
      return digits + "u";
    case ScalarKind::signed_integer:
      return info.bits == 64 ? format("{}{}", digits, long_suffix()) : digits;
  }
  std::unreachable();
}

ExpressionText CppPrinter::unsigned_bits(Scalar scalar, const ExpressionText& value) {
  if (!value.bits.empty()) return {value.bits, value.bits_bind};
  return call(unsigned_name(scalar), {value});
}

ExpressionText CppPrinter::integer(BinaryOp op, Scalar scalar, const ExpressionText& a,
                                   const ExpressionText& b) {
  const bool wraps =
      op == BinaryOp::add || op == BinaryOp::sub || op == BinaryOp::mul || op == BinaryOp::shl;
  if (!wraps || ir::is_unsigned(scalar)) return infix(op, a, b);
  const ExpressionText bits = infix(op, unsigned_bits(scalar, a), unsigned_bits(scalar, b));
  ExpressionText out = converted({scalar}, bits);
  out.bits = bits.text;
  out.bits_bind = bits.binds;
  return out;
}

ExpressionText CppPrinter::integer(ir::UnaryOp op, Scalar scalar, const ExpressionText& a) {
  const bool negates = op == ir::UnaryOp::negate;
  ExpressionText plain{(negates ? "-" : "~") + a.in(Binds::primary), Binds::unary};
  if (!negates || ir::is_unsigned(scalar)) return plain;
  const ExpressionText bits{"-" + unsigned_bits(scalar, a).in(Binds::primary), Binds::unary};
  ExpressionText out = converted({scalar}, bits);
  out.bits = bits.text;
  out.bits_bind = bits.binds;
  return out;
}

ExpressionText CppPrinter::integer_cast(Scalar from, Scalar to, const ExpressionText& a) {
  const bool same_size = ir::bits_of(from) == ir::bits_of(to);
  if (same_size && ir::is_unsigned(to)) return unsigned_bits(from, a);
  return converted({to}, a);
}

ExpressionText CppPrinter::real_math(ir::MathOp op, Scalar scalar, ExpressionTexts args) {
  if (op == ir::MathOp::mul_hi) return upper_product(scalar, args[0], args[1]);
  return call(function(op, scalar), args);
}

ExpressionText CppPrinter::real(BinaryOp op, ir::Type type, const ExpressionText& a,
                                const ExpressionText& b) {
  if (op == BinaryOp::rem) return call(remainder_function(type.scalar), {a, b});
  if (type.is_vector()) use_operator(to_string(op), type, true);
  return CPrinter::real(op, type, a, b);
}

ExpressionText CppPrinter::real(ir::UnaryOp op, ir::Type type, const ExpressionText& a) {
  if (type.is_vector()) use_operator(to_string(op), type, false);
  return CPrinter::real(op, type, a);
}

ExpressionText CppPrinter::swizzle(ir::Type from, ir::Type to,
                                   const std::array<std::uint8_t, 4>& lanes,
                                   const ExpressionText& a) {
  std::string letters;
  std::vector<ExpressionText> parts;
  for (std::size_t i = 0; i < to.lanes; ++i) {
    letters += "xyzw"[lanes[i]];
    parts.push_back({format("a.{}", letters.back())});
  }
  const std::string name = format("dala_{}_of_{}", letters, to_string(from));
  define(name, to, {from}, [&] { return "return " + call(type_name(to), parts).text + ";"; });
  return call(name, {a});
}

std::string CppPrinter::memory_argument(bool is_shared, std::uint32_t index) {
  if (is_shared)
    return format("{}const {}* {}", shared_space(),
                  type_name(module().shared[index].type.element()), shared_name(index));
  return format("{}const {}* {}", tensor_space(), element_type(index), tensor_name(index));
}

std::string CppPrinter::element_type(std::uint32_t tensor) {
  const ir::Tensor& t = module().tensors[tensor];
  return type_name({t.in_words ? Scalar::u32 : t.scalar});
}

}  // namespace dala::kernel
