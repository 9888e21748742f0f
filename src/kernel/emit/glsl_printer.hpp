// GLSL ES 3.10. Integers wrap by definition.
#pragma once

#include <array>
#include <utility>

#include "core/format.hpp"
#include "kernel/emit/c_printer.hpp"
#include "kernel/emit/glsl_guard.hpp"
#include "kernel/emit/languages.hpp"
#include "kernel/launch/launch_words.hpp"
#include "kernel/legalize/call_specialisation.hpp"

namespace dala::kernel {

class GlslPrinter : public CPrinter {
 public:
  GlslPrinter(const ir::Module& source, const ir::Module& module,
              const CallSpecialisation& specialisation = {})
      : CPrinter(module, glsl_reserved()), guard_(source, specialisation.stoppable) {}

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
  ExpressionText launch_word(std::size_t word) const override {
    return {format("dala_launch[{}].{}", word / 4, "xyzw"[word % 4])};
  }

  // Every scalar takes a word here, and vec3 four.
  [[nodiscard]] bool indexes_unsigned() const override { return true; }
  void check_shared() override {
    std::size_t bytes = 0;
    for (const ir::Shared& s : module().shared)
      bytes += std::size_t{s.type.length} * (s.type.lanes == 3 ? 4 : s.type.lanes) * 4;
    if (bytes > ir::max_shared_bytes)
      reject(format("its shared arrays take {} bytes in GLSL ES 3.10; at most {} are possible",
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
  ExpressionText integer(BinaryOp op, Scalar, const ExpressionText& a,
                         const ExpressionText& b) override {
    return infix(op, a, b);
  }
  ExpressionText integer(ir::UnaryOp op, Scalar, const ExpressionText& a) override {
    return {(op == ir::UnaryOp::negate ? "-" : "~") + a.in(Binds::primary), Binds::unary};
  }
  // Memory of narrow integers has the type that they are computed in.
  ExpressionText integer_cast(Scalar from, Scalar to, const ExpressionText& a) override {
    const bool same = ir::info_of(from).glsl == ir::info_of(to).glsl;
    return same ? a : converted({ir::info_of(to).compute}, a);
  }

  // What these give is `lowp`, and drivers compute with it in 16 bits. What a function returns is
  // `highp`.
  ExpressionText count_bits(MathOp op, Scalar scalar, const ExpressionText& a) override {
    const ir::Type type{scalar};
    const std::string name = format("dala_{}_{}", to_string(op), to_string(type));
    define(name, type, {type}, [&] {
      const std::string count = op == MathOp::popcount ? "bitCount(a)" : "31 - findMSB(uint(a))";
      return format("return {};", scalar == Scalar::s32 ? count : converted(type, {count}).text);
    });
    return call(name, {a});
  }

  ExpressionText same_bits(Scalar from, const ExpressionText& a) override {
    return call(ir::is_float(from) ? "floatBitsToUint" : "uintBitsToFloat", {a});
  }

  // There are no bit operations of bool.
  ExpressionText boolean(BinaryOp op, const ExpressionText& a, const ExpressionText& b) override {
    if (op == BinaryOp::bit_and) op = BinaryOp::logical_and;
    if (op == BinaryOp::bit_or) op = BinaryOp::logical_or;
    if (op == BinaryOp::bit_xor) op = BinaryOp::not_equal;
    return infix(op, a, b);
  }

  using CPrinter::real;
  // In functions of their own, where the result can be kept from being fused or reordered.
  ExpressionText real(BinaryOp op, ir::Type type, const ExpressionText& a,
                      const ExpressionText& b) override {
    constexpr std::array<std::string_view, 4> names = {"add", "sub", "mul", "div"};
    const std::string name =
        format("dala_{}_{}", names[static_cast<std::size_t>(op)], to_string(type));
    define(name, type, {type, type}, [&] {
      uses_precise_ = true;
      return format("DALA_PRECISE {} c = a {} b;\nreturn c;", type_name(type), to_string(op));
    });
    return call(name, {a, b});
  }

  ExpressionText real_math(MathOp op, Scalar, ExpressionTexts args) override {
    if (op == MathOp::rsqrt) return call("inversesqrt", args);
    return call(op == MathOp::atan2 ? "atan" : to_string(op), args);
  }

  ExpressionText swizzle(ir::Type, ir::Type to, const std::array<std::uint8_t, 4>& lanes,
                         const ExpressionText& a) override {
    std::string text = a.in(Binds::primary) + ".";
    for (std::size_t i = 0; i < to.lanes; ++i) text += "xyzw"[lanes[i]];
    return {text};
  }

  ExpressionText atomic(ir::AtomicOp op, bool, Scalar, const std::string& element,
                        const ExpressionText& value, const ExpressionText& expected) override {
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
