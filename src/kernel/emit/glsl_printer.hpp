// GLSL ES 3.10. Integers wrap by definition. Those of fewer than 32 bits do not exist: they are
// held in wider ones.
#pragma once

#include <array>
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
      : CPrinter(module, glsl_reserved()), guard_(source, form.stoppable) {}

 protected:
  using BinaryOp = ir::BinaryOp;
  using MathOp = ir::MathOp;
  using Scalar = ir::Scalar;

  std::string sync() override {
    define("dala_sync", ir::void_type, {}, [] { return "memoryBarrierShared();\nbarrier();"; });
    return "dala_sync()";
  }
  std::string loop_guard(ir::StmtId loop) override { return guard_.in(loop); }
  std::array<std::string, 4> group_positions() const override {
    return {"gl_WorkGroupID.x", "gl_WorkGroupID.y", "gl_LocalInvocationIndex",
            format("{}u", units_per_group(module()))};
  }

  // Uniforms are read faster than buffers.
  Piece launch_word(std::size_t word) const override {
    return {format("dala_launch[{}].{}", word / 4, "xyzw"[word % 4])};
  }

  // Every scalar takes a word here, and vec3 four.
  [[nodiscard]] bool indexes_unsigned() const override { return true; }
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
  // An integer that is held in the low bits of a wider one, which what is computed there may leave.
  // Above them are zeros, or the sign.
  static bool is_held_wider(Scalar scalar) { return ir::is_narrow(scalar); }
  static std::uint32_t low_mask(Scalar scalar) { return (1U << ir::bits_of(scalar)) - 1; }
  static Piece low_bits(Scalar scalar, const Piece& a) {
    if (ir::is_signed(scalar))
      return {format("bitfieldExtract({}, 0, {})", a.text, ir::bits_of(scalar))};
    return {format("{} & {}u", a.in(Binds::unary), low_mask(scalar)), Binds::bit_and};
  }

  Piece integer(BinaryOp op, Scalar scalar, const Piece& a, const Piece& b) override {
    const Piece plain = infix(op, a, b);
    const bool grows =
        op == BinaryOp::add || op == BinaryOp::sub || op == BinaryOp::mul || op == BinaryOp::shl;
    return is_held_wider(scalar) && grows ? low_bits(scalar, plain) : plain;
  }

  Piece integer(ir::UnaryOp op, Scalar scalar, const Piece& a) override {
    const bool negates = op == ir::UnaryOp::negate;
    const Piece plain{(negates ? "-" : "~") + a.in(Binds::primary), Binds::unary};
    const bool leaves = is_held_wider(scalar) && (negates || ir::is_unsigned(scalar));
    return leaves ? low_bits(scalar, plain) : plain;
  }

  Piece integer_cast(Scalar from, Scalar to, const Piece& a) override {
    if (to == Scalar::s32) return converted(ir::s32_type, a);
    const bool same_word = ir::info_of(from).glsl == ir::info_of(to).glsl;
    const Piece word = same_word ? a : converted({ir::info_of(to).compute}, a);
    const bool keeps_sign = ir::is_signed(from) == ir::is_signed(to);
    const bool fits = !ir::is_integer(from) ||
                      (keeps_sign ? ir::bits_of(from) <= ir::bits_of(to)
                                  : !ir::is_signed(from) && ir::bits_of(from) < ir::bits_of(to));
    return is_held_wider(to) && !fits ? low_bits(to, word) : word;
  }

  Piece count_bits(MathOp op, Scalar scalar, const Piece& a) override {
    const ir::Type type{scalar};
    const std::string name = format("dala_{}_{}", to_string(op), to_string(type));
    define(name, type, {type}, [&] {
      const unsigned width = ir::bits_of(scalar);
      // Without the sign that is above them.
      const bool has_sign_above = is_held_wider(scalar) && ir::is_signed(scalar);
      const std::string own = has_sign_above ? format("a & {}", low_mask(scalar)) : "a";
      std::string value = format("bitCount({})", own);
      if (op == MathOp::leading_zeros) value = format("{} - findMSB(uint({}))", width - 1, own);
      if (op == MathOp::trailing_zeros)
        value = format("a == {} ? {} : findLSB(a)", whole(scalar, 0), width);
      return format("return {};", scalar == Scalar::s32 ? value : converted(type, {value}).text);
    });
    return call(name, {a});
  }

  Piece same_bits(Scalar from, const Piece& a) override {
    return call(ir::is_float(from) ? "floatBitsToUint" : "uintBitsToFloat", {a});
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

  Piece atomic(ir::AtomicOp op, bool, Scalar, const std::string& element, const Piece& value,
               const Piece& expected) override {
    constexpr std::array<std::string_view, 8> names = {"Add", "Min", "Max",      "And",
                                                       "Or",  "Xor", "Exchange", "CompSwap"};
    const std::string name = format("atomic{}", names[static_cast<std::size_t>(op)]);
    if (op == ir::AtomicOp::compare_exchange_) return call(name, {{element}, expected, value});
    return call(name, {{element}, value});
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
                    type_name({t.in_words ? Scalar::u32 : t.scalar}), tensor_name(binding));
      ++binding;
    }
    out += format("layout(std140, binding = 0) uniform dala_words {{ uvec4 dala_launch[{}]; }};\n",
                  (launch_words(module()) + 3) / 4);
    for (std::uint32_t i = 0; i < module().shared.size(); ++i) {
      const ir::Type type = module().shared[i].type;
      out += format("shared {} {}[{}];\n", type_name(type), shared_name(i), type.length);
    }
    return out + guard_.declaration(binding) + "\n";
  }

  std::string kernel_head() override { return "void main() {\n" + guard_.at_start(); }

 private:
  GlslGuard guard_;
  bool uses_precise_ = false;
};

}  // namespace dala::kernel
