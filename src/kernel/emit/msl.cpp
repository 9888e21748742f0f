// Metal's language. Everything of Metal is named with `metal::`, so that names of the source cannot
// clash with it.
#include <utility>

#include "core/format.hpp"
#include "kernel/emit/cpp_printer.hpp"
#include "kernel/emit/languages.hpp"

namespace dala::kernel {

using ir::AtomicOp;
using ir::MathOp;
using ir::Scalar;

namespace {

class MslPrinter final : public CppPrinter {
 public:
  explicit MslPrinter(const ir::Module& module)
      : CppPrinter(module, msl_target(), msl_reserved()) {}

 private:
  std::string_view tensor_space() const override { return "device "; }
  std::string_view shared_space() const override { return "threadgroup "; }
  std::string_view long_type() const override { return "long"; }
  std::string_view long_suffix() const override { return "l"; }
  std::string_view function_words() const override { return "inline "; }
  std::string sync() override {
    return "metal::threadgroup_barrier(metal::mem_flags::mem_threadgroup)";
  }
  Builtins builtins() const override { return {"dala_group.x", "dala_group.y", "dala_unit"}; }

  std::string vector_definition(ir::Type type) override {
    // Metal calls vectors of uint and the like as GLSL calls their lanes.
    return format("typedef metal::{}{} {};\n", ir::info_of(type.scalar).glsl, type.lanes,
                  to_string(type));
  }

  std::string float_from_bits(Scalar, std::uint64_t bits) override {
    return format("as_type<float>(0x{:08x}u)", bits);
  }

  std::string param_value(Scalar scalar, const std::string& low, const std::string& high) override {
    switch (ir::info_of(scalar).kind) {
      case ScalarKind::boolean:
        return low + " != 0u";
      case ScalarKind::floating:
        return format("as_type<float>({})", low);
      case ScalarKind::unsigned_integer:
      case ScalarKind::signed_integer:
        return integer_from_words(scalar, low, high);
    }
    std::unreachable();
  }

  std::string function(MathOp op, Scalar) const override {
    return format("metal::{}", op == MathOp::abs ? "fabs" : to_string(op));
  }
  std::string remainder_function(Scalar) const override { return "metal::fmod"; }

  Piece count_bits(MathOp op, Scalar scalar, const Piece& a) override {
    const ir::Type type{scalar};
    const std::string name = format("dala_{}_{}", to_string(op), to_string(type));
    define(name, type, {type}, [&] {
      const std::string bits = call(unsigned_name(scalar), {{"a"}}).text;
      std::string value;
      if (op == MathOp::popcount) value = format("metal::popcount({})", bits);
      if (op == MathOp::leading_zeros)
        value = format("metal::clz({}){}", bits, scalar == Scalar::u8 ? " - 24u" : "");
      if (op == MathOp::trailing_zeros)
        value =
            format("a == {} ? {} : metal::ctz({})", whole(scalar, 0),
                   call(unsigned_name(scalar), {{format("{}", ir::bits_of(scalar))}}).text, bits);
      return format("return {};", converted(type, {value}).text);
    });
    return call(name, {a});
  }

  Piece upper_product(Scalar, const Piece& a, const Piece& b) override {
    return call("metal::mulhi", {a, b});
  }

  // f64 is refused before.
  Piece same_bits(Scalar from, const Piece& a) override {
    const Scalar to = from == Scalar::f32 ? Scalar::u32 : Scalar::f32;
    return call(format("as_type<{}>", type_name({to})), {a});
  }

  std::string atomic_body(AtomicOp op, bool on_shared, Scalar scalar) override {
    // Metal adds floats in device memory alone.
    if (ir::is_float(scalar) && op == AtomicOp::exchange_) return exchanged_bits(on_shared);
    if (ir::is_float(scalar) && on_shared) return added_bits();
    constexpr std::array<std::string_view, 7> names = {
        "fetch_add", "fetch_min", "fetch_max", "fetch_and", "fetch_or", "fetch_xor", "exchange"};
    return format(
        "metal::atomic_{}_explicit(({}metal::atomic_{}*)(values + i), value, "
        "metal::memory_order_relaxed)",
        names[static_cast<std::size_t>(op)], on_shared ? shared_space() : tensor_space(),
        ir::info_of(scalar).glsl);
  }

  std::string exchanged_bits(bool on_shared) {
    return format(
        "as_type<float>(metal::atomic_exchange_explicit(({}metal::atomic_uint*)(values + i), "
        "as_type<{}>(value), metal::memory_order_relaxed))",
        on_shared ? shared_space() : tensor_space(), type_name({Scalar::u32}));
  }

  std::string added_bits() {
    const std::string u32 = type_name({Scalar::u32});
    define_text("dala_add_bits", [&] {
      return format(
          "inline float dala_add_bits(threadgroup metal::atomic_uint* bits, float value) {{\n"
          "  {} old = metal::atomic_load_explicit(bits, metal::memory_order_relaxed);\n"
          "  while (!metal::atomic_compare_exchange_weak_explicit(\n"
          "      bits, &old, as_type<{}>(as_type<float>(old) + value), "
          "metal::memory_order_relaxed,\n      metal::memory_order_relaxed)) {{\n  }}\n"
          "  return as_type<float>(old);\n}}\n\n",
          u32, u32);
    });
    return "dala_add_bits((threadgroup metal::atomic_uint*)(values + i), value)";
  }

  std::string shared_declarations() override {
    std::string out;
    for (std::uint32_t i = 0; i < module().shared.size(); ++i) {
      const ir::Type type = module().shared[i].type;
      out += format("  threadgroup {} {}[{}];\n", type_name(type), shared_name(i), type.length);
    }
    return out;
  }

  std::string prologue() override {
    return "#include <metal_stdlib>\n#pragma METAL fp contract(off)\n\n" + types() + "\n";
  }

  std::string kernel_head() override {
    const std::string u32 = type_name({Scalar::u32});
    std::string out = format("kernel void {}(\n", entry());
    std::uint32_t binding = 0;
    for (const ir::Tensor& t : module().tensors) {
      out += format("    device {}{}* {} [[buffer({})]],\n", t.is_output ? "" : "const ",
                    type_name({t.scalar}), tensor_name(binding), binding);
      ++binding;
    }
    out += format("    device const {}* dala_launch [[buffer({})]],\n", u32, binding);
    out += "    metal::uint3 dala_group [[threadgroup_position_in_grid]],\n";
    return out + format("    {} dala_unit [[thread_index_in_threadgroup]]) {{\n", u32);
  }
};

}  // namespace

const TargetInfo& msl_target() {
  static const TargetInfo target =
      cpp_target("Metal", [](Scalar scalar) { return scalar != Scalar::f64; });
  return target;
}

std::unique_ptr<CPrinter> msl_printer(const ir::Module& module) {
  return std::make_unique<MslPrinter>(module);
}

}  // namespace dala::kernel
