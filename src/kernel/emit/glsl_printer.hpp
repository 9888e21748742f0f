// GLSL ES 3.10. Integers wrap by definition. There is no u8: it is held in a u32, and tensors of it
// are words of four elements each.
#pragma once

#include <bit>
#include <set>
#include <utility>

#include "core/format.hpp"
#include "kernel/emit/c_printer.hpp"
#include "kernel/emit/glsl_guard.hpp"
#include "kernel/emit/languages.hpp"
#include "kernel/launch/launch_words.hpp"
#include "kernel/legalize/form.hpp"

namespace dala::kernel {

class GlslPrinter : public CPrinter {
 public:
  GlslPrinter(const ir::Module& source, const ir::Module& module, const Form& form = {})
      : CPrinter(module, glsl_target(), glsl_reserved(), form.rows),
        guard_(source, form.stoppable) {
    for (const ir::Stmt& s : module.stmts)
      if (s.kind == ir::StmtKind::atomic && ir::is_float(module.exprs[s.value].type.scalar))
        (s.on_shared ? shared_in_bits_ : tensors_in_bits_).insert(s.target);
  }

 protected:
  using BinaryOp = ir::BinaryOp;
  using MathOp = ir::MathOp;
  using Scalar = ir::Scalar;

  std::string sync() override {
    define("dala_sync", ir::void_type, {}, [] { return "memoryBarrierShared();\nbarrier();"; });
    return "dala_sync()";
  }
  std::string loop_guard(ir::StmtId loop) override { return guard_.in(loop); }
  Builtins builtins() const override {
    return {"gl_WorkGroupID.x", "gl_WorkGroupID.y", "gl_LocalInvocationIndex"};
  }

  // Uniforms are read faster than buffers.
  Piece launch_word(std::size_t word) const override {
    return {format("dala_launch[{}].{}", word / 4, "xyzw"[word % 4])};
  }

  // Every scalar takes a word here, and vec3 four.
  void check_shared() override {
    std::size_t bytes = 0;
    for (const ir::Shared& s : module().shared)
      bytes += std::size_t{s.type.length} * (s.type.lanes == 3 ? 4 : s.type.lanes) * 4;
    if (bytes > ir::max_shared_bytes)
      refuse(format("its shared arrays take {} bytes in GLSL ES 3.10; at most {} are possible",
                    bytes, ir::max_shared_bytes));
  }

  std::string type_name(ir::Type type) override {
    if (type.lanes > 1) return to_string(type.element());
    return ir::has_value(type.scalar) ? std::string(ir::info_of(type.scalar).glsl) : "void";
  }

  std::string number(Scalar scalar, const std::string& digits) override {
    return ir::is_unsigned(scalar) ? digits + "u" : digits;
  }
  std::string float_from_bits(Scalar, std::uint64_t bits) override {
    return format("uintBitsToFloat(0x{:08x}u)", bits);
  }
  std::string param_value(Scalar scalar, const std::string& low, const std::string&) override {
    switch (ir::info_of(scalar).kind) {
      case ScalarKind::boolean:
        return low + " != 0u";
      case ScalarKind::floating:
        return format("uintBitsToFloat({})", low);
      case ScalarKind::signed_integer:
        return format("int({})", low);
      case ScalarKind::unsigned_integer:
        return low;
    }
    std::unreachable();
  }

  // An unsigned integer that is held in the low bits of a wider one, which what is computed there
  // may leave.
  static bool is_held_wider(Scalar scalar) { return ir::info_of(scalar).compute != scalar; }
  static Piece low_bits(Scalar scalar, const Piece& a) {
    return {format("{} & {}u", a.in(Binds::unary), (1U << ir::bits_of(scalar)) - 1),
            Binds::bit_and};
  }

  Piece integer(BinaryOp op, Scalar scalar, const Piece& a, const Piece& b) override {
    const Piece plain = infix(op, a, b);
    const bool grows =
        op == BinaryOp::add || op == BinaryOp::sub || op == BinaryOp::mul || op == BinaryOp::shl;
    return is_held_wider(scalar) && grows ? low_bits(scalar, plain) : plain;
  }

  Piece integer(ir::UnaryOp op, Scalar scalar, const Piece& a) override {
    const Piece plain{(op == ir::UnaryOp::negate ? "-" : "~") + a.in(Binds::primary), Binds::unary};
    return is_held_wider(scalar) ? low_bits(scalar, plain) : plain;
  }

  Piece integer_cast(Scalar from, Scalar to, const Piece& a) override {
    if (to == Scalar::s32) return converted(ir::s32_type, a);
    const Piece word = ir::is_unsigned(from) ? a : converted({Scalar::u32}, a);
    const bool fits = !ir::is_integer(from) || ir::bits_of(from) <= ir::bits_of(to);
    return is_held_wider(to) && !fits ? low_bits(to, word) : word;
  }

  Piece count_bits(MathOp op, Scalar scalar, const Piece& a) override {
    const ir::Type type{scalar};
    const std::string name = format("dala_{}_{}", to_string(op), to_string(type));
    define(name, type, {type}, [&] {
      const unsigned width = ir::bits_of(scalar);
      std::string value = "bitCount(a)";
      if (op == MathOp::leading_zeros) value = format("{} - findMSB(uint(a))", width - 1);
      if (op == MathOp::trailing_zeros)
        value = format("a == {} ? {} : findLSB(a)", whole(scalar, 0), width);
      return format("return {};", scalar == Scalar::s32 ? value : converted(type, {value}).text);
    });
    return call(name, {a});
  }

  Piece same_bits(Scalar from, const Piece& a) override {
    return call(from == Scalar::f32 ? "floatBitsToUint" : "uintBitsToFloat", {a});
  }

  // There are no bit operations of bool.
  Piece boolean(BinaryOp op, const Piece& a, const Piece& b) override {
    if (op == BinaryOp::bit_and) op = BinaryOp::logical_and;
    if (op == BinaryOp::bit_or) op = BinaryOp::logical_or;
    if (op == BinaryOp::bit_xor) op = BinaryOp::not_equal;
    return infix(op, a, b);
  }

  // Compilers take `a != a` for false, so a NaN is known by its bits.
  Piece compare(BinaryOp op, Scalar scalar, const Piece& a, const Piece& b) override {
    if (ir::is_float(scalar) && a.text == b.text && op == BinaryOp::not_equal)
      return {format("(floatBitsToUint({}) & 0x7fffffffu) > 0x7f800000u", a.text), Binds::relation};
    return infix(op, a, b);
  }

  using CPrinter::real;
  // In functions of their own, where the result can be kept from being fused or reordered.
  Piece real(BinaryOp op, ir::Type type, const Piece& a, const Piece& b) override {
    constexpr std::array<std::string_view, 4> names = {"add", "sub", "mul", "div"};
    const std::string name =
        format("dala_{}_{}", names[static_cast<std::size_t>(op)], to_string(type));
    define(name, type, {type, type}, [&] {
      uses_precise_ = true;
      return format("DALA_PRECISE {} c = a {} b;\nreturn c;", type_name(type), to_string(op));
    });
    return call(name, {a, b});
  }

  Piece real_math(MathOp op, Scalar, Pieces args) override {
    if (op == MathOp::rsqrt) return call("inversesqrt", args);
    return call(op == MathOp::atan2 ? "atan" : to_string(op), args);
  }

  Piece swizzle(ir::Type, ir::Type to, const std::array<std::uint8_t, 4>& lanes,
                const Piece& a) override {
    std::string text = a.in(Binds::primary) + ".";
    for (std::size_t i = 0; i < to.lanes; ++i) text += "xyzw"[lanes[i]];
    return {text};
  }

  // What is in a helper's text begins with `dala_`: no tensor's name does, and a tensor called
  // `value` or `i` is another's.
  std::string outside(std::uint32_t tensor) const {
    return format("uint(dala_i) >= {}", launch_word(launch::of_tensor(tensor) + launch::len).text);
  }

  // Compilers refuse an index outside that they know, even where it is never used.
  std::string element_at(std::uint32_t tensor) const {
    return format("uint dala_at = min(uint(dala_i), {} - 1u);",
                  launch_word(launch::of_tensor(tensor) + launch::len).text);
  }

  Piece load_tensor(std::uint32_t tensor, const Piece& at) override {
    const Scalar scalar = module().tensors[tensor].scalar;
    const std::string& array = tensor_name(tensor);
    const std::string name = "dala_load_" + array;
    define_text(name, [&] {
      std::string value = scalar == Scalar::u8
                              ? format("({}[dala_at >> 2] >> ((dala_at & 3u) * 8u)) & 255u", array)
                              : format("{}[dala_at]", array);
      if (tensors_in_bits_.contains(tensor)) value = same_bits(Scalar::u32, {value}).text;
      return format("{} {}(int dala_i) {{\n  if ({}) return {};\n  {}\n  return {};\n}}\n\n",
                    type_name({scalar}), name, outside(tensor), whole(scalar, 0),
                    element_at(tensor), value);
    });
    return call(name, {at});
  }

  // Of a tensor of u8, whose words are its only memory.
  Piece load_word(std::uint32_t tensor, const Piece& at) override {
    const std::string name = "dala_load_word_" + tensor_name(tensor);
    define_text(name, [&] {
      const std::string len = launch_word(launch::of_tensor(tensor) + launch::len).text;
      return format(
          "uint {}(int dala_i) {{\n  uint dala_words = ({} + 3u) >> 2;\n"
          "  if (uint(dala_i) >= dala_words) return 0u;\n"
          "  return {}[min(uint(dala_i), dala_words - 1u)];\n}}\n\n",
          name, len, tensor_name(tensor));
    });
    return call(name, {at});
  }

  std::string store_word(std::uint32_t tensor, const Piece& at, const Piece& value) override {
    const std::string name = "dala_store_word_" + tensor_name(tensor);
    define_text(name, [&] {
      return format(
          "void {}(int dala_i, uint dala_value) {{\n  uint dala_words = ({} + 3u) >> 2;\n"
          "  if (uint(dala_i) < dala_words) {}[min(uint(dala_i), dala_words - 1u)] = "
          "dala_value;\n}}\n\n",
          name, launch_word(launch::of_tensor(tensor) + launch::len).text, tensor_name(tensor));
    });
    return call(name, {at, value}).text;
  }

  // Neighbours in a word belong to other invocations, so it changes by atomics only.
  std::string store_tensor(std::uint32_t tensor, const Piece& at, const Piece& value) override {
    const Scalar scalar = module().tensors[tensor].scalar;
    const std::string& array = tensor_name(tensor);
    const std::string name = "dala_store_" + array;
    define_text(name, [&] {
      const std::string set =
          scalar == Scalar::u8
              ? format(
                    "uint dala_shift = (dala_at & 3u) * 8u;\n"
                    "  atomicAnd({}[dala_at >> 2], ~(255u << dala_shift));\n"
                    "  atomicOr({}[dala_at >> 2], dala_value << dala_shift)",
                    array, array)
              : format("{}[dala_at] = {}", array,
                       tensors_in_bits_.contains(tensor) ? same_bits(scalar, {"dala_value"}).text
                                                         : "dala_value");
      return format("void {}(int dala_i, {} dala_value) {{\n  if ({}) return;\n  {}\n  {};\n}}\n\n",
                    name, type_name({scalar}), outside(tensor), element_at(tensor), set);
    });
    return call(name, {at, value}).text;
  }

  static std::string within(std::uint32_t length) {
    if (std::has_single_bit(length)) return format("dala_i & {}", length - 1);
    return format("min(uint(dala_i), {}u)", length - 1);
  }

  Piece load_shared(std::uint32_t shared, const Piece& at) override {
    const ir::Type type = module().shared[shared].type;
    const std::string name = "dala_load_" + shared_name(shared);
    define_text(name, [&] {
      return format(
          "{} {}(int dala_i) {{\n  if (uint(dala_i) >= {}u) return {};\n  return {};\n}}\n\n",
          type_name(type), name, type.length, zero(type.element()),
          as_loaded(shared, format("{}[{}]", shared_name(shared), within(type.length))).text);
    });
    return call(name, {at});
  }

  std::string store_shared(std::uint32_t shared, const Piece& at, const Piece& value) override {
    const ir::Type type = module().shared[shared].type;
    const std::string name = "dala_store_" + shared_name(shared);
    define_text(name, [&] {
      return format(
          "void {}(int dala_i, {} dala_value) {{\n  if (uint(dala_i) < {}u) {}[{}] = "
          "{};\n}}\n\n",
          name, type_name(type), type.length, shared_name(shared), within(type.length),
          as_stored(shared, {"dala_value"}));
    });
    return call(name, {at, value}).text;
  }

  Piece atomic(ir::AtomicOp op, bool on_shared, std::uint32_t target, const Piece& at,
               const Piece& value) override {
    constexpr std::array<std::string_view, 7> names = {"Add", "Min", "Max",     "And",
                                                       "Or",  "Xor", "Exchange"};
    const std::string& array = on_shared ? shared_name(target) : tensor_name(target);
    const Scalar scalar =
        on_shared ? module().shared[target].type.scalar : module().tensors[target].scalar;
    const std::string name = format("dala_{}_{}", to_string(op), array);
    define_text(name, [&] {
      const std::string type = type_name({scalar});
      const std::string element = array + "[dala_at]";
      const std::string body = ir::is_float(scalar)
                                   ? float_atomic(op, element)
                                   : format("return atomic{}({}, dala_value);",
                                            names[static_cast<std::size_t>(op)], element);
      return format("{} {}(int dala_i, {} dala_value) {{\n  if ({}) return {};\n  {}\n  {}\n}}\n\n",
                    type, name, type,
                    on_shared ? format("uint(dala_i) >= {}u", module().shared[target].type.length)
                              : outside(target),
                    whole(scalar, 0),
                    on_shared ? format("uint dala_at = uint({});",
                                       within(module().shared[target].type.length))
                              : element_at(target),
                    body);
    });
    return call(name, {at, value});
  }

  // There are atomics of integers only, so floats that have some lie in memory as their bits. They
  // are added to until nobody else has changed them in between.
  std::string float_atomic(ir::AtomicOp op, const std::string& element) {
    const std::string bits = same_bits(Scalar::f32, {"dala_value"}).text;
    if (op == ir::AtomicOp::exchange_)
      return format("return uintBitsToFloat(atomicExchange({}, {}));", element, bits);
    const Piece sum =
        real(BinaryOp::add, ir::f32_type, {"uintBitsToFloat(dala_seen)"}, {"dala_value"});
    return format(
        "uint dala_old = {};\n  uint dala_seen;\n  do {{\n    dala_seen = dala_old;\n"
        "    dala_old = atomicCompSwap({}, dala_seen, {});\n"
        "  }} while (dala_old != dala_seen);\n  return uintBitsToFloat(dala_old);",
        element, element, same_bits(Scalar::f32, sum).text);
  }

  std::string as_stored(std::uint32_t shared, const Piece& value) override {
    return shared_in_bits_.contains(shared) ? same_bits(Scalar::f32, value).text : value.text;
  }
  Piece as_loaded(std::uint32_t shared, const std::string& element) override {
    if (shared_in_bits_.contains(shared)) return same_bits(Scalar::u32, {element});
    return {element};
  }

  Piece load_axis(std::size_t word, const Piece& axis) override {
    define("dala_axis", ir::s32_type, {ir::s32_type, ir::s32_type},
           [] { return "return uint(b) < 8u ? int(dala_launch[(a + b) >> 2][(a + b) & 3]) : 0;"; });
    return call("dala_axis", {{format("{}", word)}, axis});
  }

  std::vector<std::string> zeroed_array(ir::Type type, const std::string& name) override {
    return {format("{} {}[{}];", type_name(type), name, type.length + 1),
            format("{}[{}] = {};", name, type.length, zero(type.element()))};
  }

  std::string prologue() override {
    std::string out = "#version 310 es\n";
    if (uses_precise_)
      out +=
          "#ifdef GL_EXT_gpu_shader5\n#extension GL_EXT_gpu_shader5 : require\n"
          "#define DALA_PRECISE precise\n#else\n#define DALA_PRECISE\n#endif\n";
    out += "precision highp float;\nprecision highp int;\n\n";
    out += format("layout(local_size_x = {}) in;\n", units_per_group(module()));
    std::uint32_t binding = 0;
    for (const ir::Tensor& t : module().tensors) {
      out += format("layout(std430, binding = {}) {}buffer dala_buffer_{} {{ {} {}[]; }};\n",
                    binding, t.is_output ? "" : "readonly ", binding,
                    type_name({tensors_in_bits_.contains(binding) ? Scalar::u32 : t.scalar}),
                    tensor_name(binding));
      ++binding;
    }
    out += format("layout(std140, binding = 0) uniform dala_words {{ uvec4 dala_launch[{}]; }};\n",
                  (launch_words(module()) + 3) / 4);
    for (std::uint32_t i = 0; i < module().shared.size(); ++i) {
      const ir::Type type = module().shared[i].type;
      out += format("shared {} {}[{}];\n",
                    shared_in_bits_.contains(i) ? type_name({Scalar::u32}) : type_name(type),
                    shared_name(i), type.length);
    }
    return out + guard_.declaration(binding) + "\n";
  }

  std::string kernel_head() override { return "void main() {\n" + guard_.at_start(); }

 private:
  GlslGuard guard_;
  bool uses_precise_ = false;
  std::set<std::uint32_t> tensors_in_bits_;
  std::set<std::uint32_t> shared_in_bits_;
};

}  // namespace dala::kernel
