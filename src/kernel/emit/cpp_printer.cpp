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
    define_type(ours,
                format("typedef {} {};\n", type.scalar == Scalar::s64 ? long_type() : name, ours));
    return ours;
  }
  // Vectors keep the names they have in the source, where they are reserved.
  const std::string name = to_string(type.element());
  type_name(type.lane());
  define_type(name, vector_definition(type.element()));
  return name;
}

std::string CppPrinter::unsigned_name(Scalar scalar) {
  if (scalar != Scalar::s64) return type_name({Scalar::u32});
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
      return info.bits < 32 ? format("{}({})", type_name({scalar}), digits) : digits + "u";
    case ScalarKind::signed_integer:
      return info.bits == 64 ? format("{}{}", digits, long_suffix()) : digits;
  }
  std::unreachable();
}

std::string CppPrinter::integer_from_words(Scalar scalar, const std::string& low,
                                           const std::string& high) {
  if (ir::bits_of(scalar) == 64)
    return format("{}({}({}) << 32 | {})", type_name({scalar}), unsigned_name(scalar), high, low);
  return scalar == Scalar::u32 ? low : converted({scalar}, {low}).text;
}

Piece CppPrinter::unsigned_bits(Scalar scalar, const Piece& value) {
  if (!value.bits.empty()) return {value.bits, value.bits_bind};
  return call(unsigned_name(scalar), {value});
}

Piece CppPrinter::integer(BinaryOp op, Scalar scalar, const Piece& a, const Piece& b) {
  const bool wraps =
      op == BinaryOp::add || op == BinaryOp::sub || op == BinaryOp::mul || op == BinaryOp::shl;
  if (scalar == Scalar::u8) return converted({scalar}, infix(op, a, b));
  if (scalar == Scalar::u32 || !wraps) return infix(op, a, b);
  const Piece bits = infix(op, unsigned_bits(scalar, a), unsigned_bits(scalar, b));
  Piece out = converted({scalar}, bits);
  out.bits = bits.text;
  out.bits_bind = bits.binds;
  return out;
}

Piece CppPrinter::integer(ir::UnaryOp op, Scalar scalar, const Piece& a) {
  const bool negates = op == ir::UnaryOp::negate;
  Piece plain{(negates ? "-" : "~") + a.in(Binds::primary), Binds::unary};
  if (scalar == Scalar::u8) return converted({scalar}, plain);
  if (!negates || scalar == Scalar::u32) return plain;
  const Piece bits{"-" + unsigned_bits(scalar, a).in(Binds::primary), Binds::unary};
  Piece out = converted({scalar}, bits);
  out.bits = bits.text;
  out.bits_bind = bits.binds;
  return out;
}

Piece CppPrinter::integer_cast(Scalar from, Scalar to, const Piece& a) {
  if (from == Scalar::s32 && to == Scalar::u32) return unsigned_bits(from, a);
  return converted({to}, a);
}

Piece CppPrinter::real_math(ir::MathOp op, Scalar scalar, Pieces args) {
  if (op == ir::MathOp::mul_hi) return upper_product(scalar, args[0], args[1]);
  return call(function(op, scalar), args);
}

Piece CppPrinter::real(BinaryOp op, ir::Type type, const Piece& a, const Piece& b) {
  if (op == BinaryOp::rem) return call(remainder_function(type.scalar), {a, b});
  if (type.is_vector()) use_operator(to_string(op), type, true);
  return CPrinter::real(op, type, a, b);
}

Piece CppPrinter::real(ir::UnaryOp op, ir::Type type, const Piece& a) {
  if (type.is_vector()) use_operator(to_string(op), type, false);
  return CPrinter::real(op, type, a);
}

Piece CppPrinter::swizzle(ir::Type from, ir::Type to, const std::array<std::uint8_t, 4>& lanes,
                          const Piece& a) {
  std::string letters;
  std::vector<Piece> parts;
  for (std::size_t i = 0; i < to.lanes; ++i) {
    letters += "xyzw"[lanes[i]];
    parts.push_back({format("a.{}", letters.back())});
  }
  const std::string name = format("dala_{}_of_{}", letters, to_string(from));
  define(name, to, {from}, [&] { return "return " + call(type_name(to), parts).text + ";"; });
  return call(name, {a});
}

std::string CppPrinter::access_arguments(bool on_shared) {
  const std::string type = type_name({on_shared ? Scalar::s32 : module().index});
  return format("{} len, {} i", type, type);
}

std::string CppPrinter::is_inside(bool on_shared) {
  const std::string type = unsigned_name(on_shared ? Scalar::s32 : module().index);
  return format("{}(i) < {}(len)", type, type);
}

void CppPrinter::define_load(std::string_view name, bool on_shared) {
  define_text(std::string(name), [&] {
    return format(
        "template <typename T>\n{}T {}({}const T* values, {}) {{\n"
        "  return {} ? values[i] : T(0);\n}}\n\n",
        function_words(), name, on_shared ? shared_space() : tensor_space(),
        access_arguments(on_shared), is_inside(on_shared));
  });
}

void CppPrinter::define_store(std::string_view name, bool on_shared) {
  define_text(std::string(name), [&] {
    return format(
        "template <typename T>\n{}void {}({}T* values, {}, T value) {{\n"
        "  if ({}) values[i] = value;\n}}\n\n",
        function_words(), name, on_shared ? shared_space() : tensor_space(),
        access_arguments(on_shared), is_inside(on_shared));
  });
}

Piece CppPrinter::load_tensor(std::uint32_t tensor, const Piece& at) {
  define_load("dala_load", false);
  return call("dala_load", {{tensor_name(tensor)}, {tensor_len(tensor)}, at});
}

std::string CppPrinter::store_tensor(std::uint32_t tensor, const Piece& at, const Piece& value) {
  define_store("dala_store", false);
  return call("dala_store", {{tensor_name(tensor)}, {tensor_len(tensor)}, at, value}).text;
}

Piece CppPrinter::load_shared(std::uint32_t shared, const Piece& at) {
  define_load("dala_load_shared", true);
  const std::string length = whole(Scalar::s32, module().shared[shared].type.length);
  return call("dala_load_shared", {{shared_name(shared)}, {length}, at});
}

std::string CppPrinter::store_shared(std::uint32_t shared, const Piece& at, const Piece& value) {
  define_store("dala_store_shared", true);
  const std::string length = whole(Scalar::s32, module().shared[shared].type.length);
  return call("dala_store_shared", {{shared_name(shared)}, {length}, at, value}).text;
}

Piece CppPrinter::atomic(ir::AtomicOp op, bool on_shared, std::uint32_t target, const Piece& at,
                         const Piece& value) {
  const Scalar scalar =
      on_shared ? module().shared[target].type.scalar : module().tensors[target].scalar;
  const std::string type = type_name({scalar});
  const std::string name = format("dala_{}{}_{}", to_string(op), on_shared ? "_shared" : "",
                                  to_string(ir::Type{scalar}));
  define_text(name, [&] {
    const std::string counter = unsigned_name(on_shared ? Scalar::s32 : module().index);
    return format(
        "{}{} {}({}{}* values, {}, {} value) {{\n"
        "  if ({}(i) >= {}(len)) return {};\n  return {};\n}}\n\n",
        function_words(), type, name, on_shared ? shared_space() : tensor_space(), type,
        access_arguments(on_shared), type, counter, counter, whole(scalar, 0),
        atomic_body(op, on_shared, scalar));
  });
  if (!on_shared) return call(name, {{tensor_name(target)}, {tensor_len(target)}, at, value});
  const std::string length = whole(Scalar::s32, module().shared[target].type.length);
  return call(name, {{shared_name(target)}, {length}, at, value});
}

Piece CppPrinter::load_axis(std::size_t number, const Piece& axis) {
  if (module().index == Scalar::s32) {
    define_load("dala_load", false);
    return converted(ir::s32_type,
                     call("dala_load", {{format("dala_launch + {}", number)}, {"8"}, axis}));
  }
  define_text("dala_axis", [&] {
    const std::string index = type_name({module().index});
    return format(
        "{}{} dala_axis({}const {}* words, {} i) {{\n  if ({}(i) >= 8) return 0;\n"
        "  return {};\n}}\n\n",
        function_words(), index, tensor_space(), type_name({Scalar::u32}), index, counter_type(),
        integer_from_words(module().index, "words[2 * i]", "words[2 * i + 1]"));
  });
  return call("dala_axis", {{format("dala_launch + {}", 2 * number)}, axis});
}

std::vector<std::string> CppPrinter::zeroed_array(ir::Type type, const std::string& name) {
  return {format("{} {}[{}] = {{}};", type_name(type), name, type.length + 1)};
}

}  // namespace dala::kernel
