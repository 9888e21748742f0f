// Maths functions; what each computes stands in interpret/math.cpp.
#include "core/format.hpp"
#include "kernel/emit/c_printer.hpp"

namespace dala::kernel {

using ir::BinaryOp;
using ir::MathOp;
using ir::Scalar;

Piece CPrinter::math(const ir::Expr& e) {
  const std::vector<Piece> args = pieces(e.args);
  if (e.math == MathOp::select) return choose(args[0], args[1], args[2]);
  const ir::Type type = module_.exprs[e.args[0]].type;
  if (e.math == MathOp::dot || e.math == MathOp::length || e.math == MathOp::normalize)
    return fold(e.math, type, args);
  if (type.is_scalar() || lanes_native(e.math, type)) return scalar_math(e.math, type.scalar, args);
  return by_lane(format("dala_{}_{}", to_string(e.math), to_string(type)), e.type, type, args,
                 [&](Pieces x) { return scalar_math(e.math, type.scalar, x); });
}

// From the first lane to the last.
Piece CPrinter::fold(MathOp op, ir::Type type, Pieces args) {
  const std::string name = format("dala_{}_{}", to_string(op), to_string(type));
  if (op == MathOp::dot) {
    define(name, type.lane(), {type, type}, [&] {
      Piece sum;
      for (std::size_t i = 0; i < type.lanes; ++i) {
        const char lane = "xyzw"[i];
        const Piece product =
            real(BinaryOp::mul, type.lane(), {format("a.{}", lane)}, {format("b.{}", lane)});
        sum = i == 0 ? product : real(BinaryOp::add, type.lane(), sum, product);
      }
      return format("return {};", sum.text);
    });
    return call(name, args);
  }
  if (op == MathOp::length) {
    define(name, type.lane(), {type}, [&] {
      const std::array<Piece, 2> twice = {Piece{"a"}, Piece{"a"}};
      const std::array<Piece, 1> square = {fold(MathOp::dot, type, twice)};
      return format("return {};", scalar_math(MathOp::sqrt, type.scalar, square).text);
    });
    return call(name, args);
  }
  define(name, type, {type}, [&] {
    const std::array<Piece, 1> vector = {Piece{"a"}};
    const std::string length = fold(MathOp::length, type, vector).text;
    std::vector<Piece> lanes;
    for (std::size_t i = 0; i < type.lanes; ++i)
      lanes.push_back(real(BinaryOp::div, type.lane(), {format("a.{}", "xyzw"[i])}, {"b"}));
    return format("{} b = {};\nreturn {};", type_name(type.lane()), length,
                  call(type_name(type), lanes).text);
  });
  return call(name, args);
}

Piece CPrinter::scalar_math(MathOp op, Scalar scalar, Pieces args) {
  if (op == MathOp::clamp) {
    const std::array<Piece, 2> raised = {scalar_math(MathOp::max, scalar, args.first(2)), args[2]};
    return scalar_math(MathOp::min, scalar, raised);
  }
  if (op == MathOp::to_bits || op == MathOp::from_bits) return same_bits(scalar, args[0]);
  if (op == MathOp::mul_hi) return upper_product(scalar, args[0], args[1]);
  if (ir::is_integer(scalar)) return integer_math(op, scalar, args);
  switch (op) {
    case MathOp::min:
    case MathOp::max:
    case MathOp::sign:
    case MathOp::mix:
    case MathOp::step:
    case MathOp::smoothstep:
    case MathOp::fract:
    case MathOp::sigmoid:
      return formula(op, scalar, args);
    default:
      return real_math(op, scalar, args);
  }
}

Piece CPrinter::integer_math(MathOp op, Scalar scalar, Pieces args) {
  if (op == MathOp::popcount || op == MathOp::leading_zeros || op == MathOp::trailing_zeros)
    return count_bits(op, scalar, args[0]);
  if (op == MathOp::abs && ir::is_unsigned(scalar)) return args[0];
  return formula(op, scalar, args);
}

Piece CPrinter::formula(MathOp op, Scalar scalar, Pieces args) {
  const ir::Type type{scalar};
  const std::string name = format("dala_{}_{}", to_string(op), to_string(type));
  const auto body = [&] { return formula_body(op, scalar); };
  if (args.size() == 1) define(name, type, {type}, body);
  if (args.size() == 2) define(name, type, {type, type}, body);
  if (args.size() == 3) define(name, type, {type, type, type}, body);
  return call(name, args);
}

std::string CPrinter::formula_body(MathOp op, Scalar scalar) {
  const bool is_real = ir::is_float(scalar);
  const ir::Type type{scalar};
  const std::string zero = whole(scalar, 0);
  const std::string one = whole(scalar, 1);
  const auto with = [&](const Piece& a, BinaryOp sign, const Piece& b) {
    return real(sign, type, a, b);
  };
  const auto native = [&](MathOp function, const Piece& value) {
    const std::array<Piece, 1> args = {value};
    return scalar_math(function, scalar, args);
  };
  switch (op) {
    case MathOp::min:
      return is_real ? format("return b < a || {} ? b : a;", is_nan("a")) : "return a < b ? a : b;";
    case MathOp::max:
      return is_real ? format("return b > a || {} ? b : a;", is_nan("a")) : "return a > b ? a : b;";
    case MathOp::abs:
      return format("return a < {} ? {} : a;", zero,
                    integer(ir::UnaryOp::negate, scalar, {"a"}).text);
    case MathOp::sign:
      if (ir::is_unsigned(scalar)) return format("return a > {} ? {} : {};", zero, one, zero);
      return format("if (a > {}) return {};\nif (a < {}) return {};\nreturn a;", zero, one, zero,
                    whole(scalar, -1));
    case MathOp::mix: {
      const Piece part = with(with({"b"}, BinaryOp::sub, {"a"}), BinaryOp::mul, {"c"});
      return format("return {};", with({"a"}, BinaryOp::add, part).text);
    }
    case MathOp::step:
      return format("return b < a ? {} : {};", zero, one);
    case MathOp::smoothstep: {
      const Piece ratio =
          with(with({"c"}, BinaryOp::sub, {"a"}), BinaryOp::div, with({"b"}, BinaryOp::sub, {"a"}));
      const std::array<Piece, 3> limits = {ratio, Piece{zero}, Piece{one}};
      const Piece slope =
          with({whole(scalar, 3)}, BinaryOp::sub, with({whole(scalar, 2)}, BinaryOp::mul, {"t"}));
      const Piece square = with({"t"}, BinaryOp::mul, {"t"});
      return format("{} t = {};\nreturn {};", type_name(type),
                    scalar_math(MathOp::clamp, scalar, limits).text,
                    with(square, BinaryOp::mul, slope).text);
    }
    case MathOp::fract:
      return format("return {};", with({"a"}, BinaryOp::sub, native(MathOp::floor, {"a"})).text);
    case MathOp::sigmoid: {
      // By the exponent that cannot overflow.
      const Piece least{format("a < {} ? a : -a", zero), Binds::choice};
      const Piece above{format("a < {} ? e : {}", zero, one), Binds::choice};
      return format("{} e = {};\nreturn {};", type_name(type), native(MathOp::exp, least).text,
                    with(above, BinaryOp::div, with({one}, BinaryOp::add, {"e"})).text);
    }
    default:
      return {};
  }
}

}  // namespace dala::kernel
