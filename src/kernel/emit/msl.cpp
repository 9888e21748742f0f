// Metal's language. Everything of Metal is named with `metal::`, so that names of the source cannot
// clash with it.
#include <utility>

#include "core/format.hpp"
#include "kernel/emit/cpp_printer.hpp"
#include "kernel/emit/languages.hpp"
#include "kernel/launch/launch_words.hpp"

namespace dala::kernel {

using ir::AtomicOp;
using ir::MathOp;
using ir::Scalar;

namespace {

class MslPrinter final : public CppPrinter {
 public:
  explicit MslPrinter(const ir::Module& module) : CppPrinter(module, msl_reserved()) {}

 private:
  std::string_view tensor_space() const override { return "device "; }
  std::string_view shared_space() const override { return "threadgroup "; }
  std::string_view long_type() const override { return "long"; }
  std::string_view long_suffix() const override { return "l"; }
  std::string_view function_words() const override { return "inline "; }
  std::string sync() override {
    return "metal::threadgroup_barrier(metal::mem_flags::mem_threadgroup)";
  }
  std::array<std::string, 4> group_positions() const override {
    return {"dala_group.x", "dala_group.y", "dala_unit", format("{}u", units_per_group(module()))};
  }

  std::string vector_definition(ir::Type type) override {
    // Metal's vector types are GLSL's scalar type and the number of lanes: uint4, float2.
    return format("typedef metal::{}{} {};\n", ir::info_of(type.scalar).glsl, type.lanes,
                  to_string(type));
  }

  std::string float_from_bits(Scalar, std::uint64_t bits) override {
    return format("as_type<float>(0x{:08x}u)", bits);
  }

  std::string function(MathOp op, Scalar) const override {
    return format("metal::{}", op == MathOp::abs ? "fabs" : to_string(op));
  }
  std::string remainder_function(Scalar) const override { return "metal::fmod"; }

  ExpressionText count_bits(MathOp op, Scalar scalar, const ExpressionText& a) override {
    const std::string_view name = op == MathOp::popcount ? "metal::popcount" : "metal::clz";
    return converted({scalar}, call(name, {unsigned_bits(scalar, a)}));
  }

  ExpressionText upper_product(Scalar, const ExpressionText& a, const ExpressionText& b) override {
    return call("metal::mulhi", {a, b});
  }

  // f64 does not come here: kernels with it are rejected (legalize/missing_types.cpp).
  ExpressionText same_bits(Scalar from, const ExpressionText& a) override {
    const ir::Type to = ir::is_float(from) ? ir::bits_type({from}) : ir::type_of_bits({from});
    return call(format("as_type<{}>", type_name(to)), {a});
  }

  ExpressionText atomic(AtomicOp op, bool on_shared, Scalar scalar, const std::string& element,
                        const ExpressionText& value, const ExpressionText& expected) override {
    constexpr std::array<std::string_view, 7> names = {
        "fetch_add", "fetch_min", "fetch_max", "fetch_and", "fetch_or", "fetch_xor", "exchange"};
    const std::string_view space = on_shared ? shared_space() : tensor_space();
    const ExpressionText at{
        format("({}metal::atomic_{}*)&{}", space, ir::info_of(scalar).glsl, element)};
    if (op == AtomicOp::compare_exchange_) {
      const std::string name = on_shared ? "dala_compare_exchange_shared" : "dala_compare_exchange";
      define_compare_exchange(name, space);
      return call(name, {at, expected, value});
    }
    return call(format("metal::atomic_{}_explicit", names[static_cast<std::size_t>(op)]),
                {at, value, {"metal::memory_order_relaxed"}});
  }

  // Metal's own compare-exchange is weak: it may fail although the element is as expected.
  void define_compare_exchange(const std::string& name, std::string_view space) {
    const std::string u32 = type_name({Scalar::u32});
    define_text(name, [&] {
      return format(
          "inline {} {}({}metal::atomic_uint* at, {} expected, {} value) {{\n"
          "  {} old = expected;\n"
          "  while (!metal::atomic_compare_exchange_weak_explicit(\n"
          "             at, &old, value, metal::memory_order_relaxed, "
          "metal::memory_order_relaxed) &&\n"
          "         old == expected) {{\n  }}\n"
          "  return old;\n}}\n\n",
          u32, name, space, u32, u32, u32);
    });
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
                    element_type(binding), tensor_name(binding), binding);
      ++binding;
    }
    out += format("    device const {}* dala_launch [[buffer({})]],\n", u32, binding);
    out += "    metal::uint3 dala_group [[threadgroup_position_in_grid]],\n";
    return out + format("    {} dala_unit [[thread_index_in_threadgroup]]) {{\n", u32);
  }
};

}  // namespace

const TargetInfo& msl_target() {
  static const TargetInfo target = [] {
    TargetInfo info = cpp_target("Metal", [](Scalar scalar) { return scalar != Scalar::f64; });
    info.has_float_atomic = [](AtomicOp op, bool on_shared) {
      return op == AtomicOp::add_ && !on_shared;
    };
    return info;
  }();
  return target;
}

std::unique_ptr<CPrinter> msl_printer(const ir::Module& module) {
  return std::make_unique<MslPrinter>(module);
}

}  // namespace dala::kernel
