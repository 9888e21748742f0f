// GLSL ES 3.10. Integers wrap by definition. There is no u8: it is held in a u32, and tensors of it
// are words of four elements each.
#pragma once

#include <bit>
#include <set>
#include <utility>

#include "core/format.hpp"
#include "kernel/emit/c_printer.hpp"
#include "kernel/emit/form.hpp"
#include "kernel/emit/glsl_guard.hpp"
#include "kernel/emit/glsl_math.hpp"
#include "kernel/launch/launch_words.hpp"

namespace dala::kernel {

class GlslPrinter : public CPrinter {
 public:
  explicit GlslPrinter(const ir::Module& module, const Form& form = {})
      : CPrinter(module, glsl_reserved(), form.rows), guard_(module, form.stoppable) {
    for (const ir::Stmt& s : module.stmts)
      if (s.kind == ir::StmtKind::atomic && ir::is_float(module.exprs[s.value].type.scalar))
        (s.on_shared ? shared_in_bits_ : tensors_in_bits_).insert(s.target);
  }

 protected:
  using BinaryOp = ir::BinaryOp;
  using MathOp = ir::MathOp;
  using Scalar = ir::Scalar;

  std::string_view language() const override { return "GLSL ES 3.10"; }
  bool has(Scalar scalar) const override { return !ir::info_of(scalar).glsl.empty(); }
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

  // By its bits, because compilers may take it that there are no NaN.
  std::string is_nan(const std::string& value) override {
    return format("(floatBitsToUint({}) & 0x7fffffffu) > 0x7f800000u", value);
  }

  // An unsigned integer that is held in the low bits of a wider one, which what is computed there
  // may leave.
  static bool is_held_wider(Scalar scalar) { return ir::info_of(scalar).compute != scalar; }
  static Piece low_bits(Scalar scalar, const Piece& a) {
    return {format("{} & {}u", a.in(Binds::unary), (1U << ir::bits_of(scalar)) - 1),
            Binds::bit_and};
  }

  Piece integer(BinaryOp op, Scalar scalar, const Piece& a, const Piece& b) override {
    // The rest of negative numbers is undefined.
    if (op == BinaryOp::rem && scalar == Scalar::s32) {
      define("dala_rest", ir::s32_type, {ir::s32_type, ir::s32_type},
             [] { return "return a - b * (a / b);"; });
      return call("dala_rest", {a, b});
    }
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

  // In two parts, the sum of which is rounded: compilers take `int(float(x))` for x.
  Piece float_from(Scalar from, Scalar to, const Piece& a) override {
    if (from != Scalar::s32 && from != Scalar::u32) return converted({to}, a);
    const std::string name = format("dala_f32_from_{}", to_string(ir::Type{from}));
    define(name, {to}, {{from}}, [&] {
      uses_precise_ = true;
      return format("DALA_PRECISE float c = float(a >> 12) * 4096.0 + float(a & {});\nreturn c;",
                    whole(from, 4095));
    });
    return call(name, {a});
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

  Piece upper_product(Scalar scalar, const Piece& a, const Piece& b) override {
    define_given("dala_mul_hi_u32", glsl::mul_hi);
    if (scalar == Scalar::u32) return call("dala_mul_hi_u32", {a, b});
    define_given("dala_mul_hi_s32", glsl::signed_mul_hi);
    return call("dala_mul_hi_s32", {a, b});
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

  // Compilers may turn `!(a < b)` into `a >= b`, which is not the same for NaN, and take `a != a`
  // for false.
  Piece compare(BinaryOp op, Scalar scalar, const Piece& a, const Piece& b) override {
    if (scalar == Scalar::f32 && a.text == b.text && op == BinaryOp::not_equal)
      return {is_nan(a.text), Binds::relation};
    if (scalar != Scalar::f32 || op == BinaryOp::equal || op == BinaryOp::not_equal)
      return infix(op, a, b);
    const std::string name = format("dala_{}_f32", comparison_name(op));
    define(name, ir::bool_type, {ir::f32_type, ir::f32_type}, [&] {
      return format("return !({}) && !({}) && a {} b;", is_nan("a"), is_nan("b"), to_string(op));
    });
    return call(name, {a, b});
  }

  static std::string_view comparison_name(BinaryOp op) {
    switch (op) {
      case BinaryOp::less:
        return "less";
      case BinaryOp::less_equal:
        return "less_equal";
      case BinaryOp::greater:
        return "greater";
      default:
        return "greater_equal";
    }
  }

  // In functions of their own, where the result can be kept from being fused or reordered.
  Piece real(BinaryOp op, ir::Type type, const Piece& a, const Piece& b) override {
    constexpr std::array<std::string_view, 4> names = {"add", "sub", "mul", "div"};
    const std::string name =
        format("dala_{}_{}", names[static_cast<std::size_t>(op)], to_string(type));
    if (op == BinaryOp::div && !type.is_scalar()) {
      const std::array<Piece, 2> args = {a, b};
      return by_lane(name, type, type, args,
                     [&](Pieces x) { return real(op, type.lane(), x[0], x[1]); });
    }
    if (op == BinaryOp::div && is_zero(a)) return zero_over(a, b);
    if (op == BinaryOp::mul && type.is_scalar() && (is_zero(a) || is_zero(b)))
      return times_zero(a, b);
    define(name, type, {type, type}, [&] {
      uses_precise_ = true;
      return format("{}DALA_PRECISE {} c = a {} b;\nreturn c;",
                    op == BinaryOp::div ? glsl::division_by_zero : "", type_name(type),
                    to_string(op));
    });
    return call(name, {a, b});
  }

  // Mesa takes a zero that it knows, divided by or times anything, for zero without a sign.
  static bool is_zero(const Piece& a) { return a.text == "0.0" || a.text == "-0.0"; }
  Piece zero_over(const Piece& zero, const Piece& b) {
    define("dala_zero_over_f32", ir::f32_type, {ir::f32_type, ir::f32_type}, [] {
      return "uint y = floatBitsToUint(b) & 0x7fffffffu;\n"
             "if (y == 0u || y > 0x7f800000u) return uintBitsToFloat(0x7fc00000u);\n"
             "return uintBitsToFloat((floatBitsToUint(a) ^ floatBitsToUint(b)) & 0x80000000u);";
    });
    return call("dala_zero_over_f32", {zero, b});
  }
  Piece times_zero(const Piece& a, const Piece& b) {
    define("dala_times_zero_f32", ir::f32_type, {ir::f32_type, ir::f32_type}, [] {
      return "uint x = floatBitsToUint(a);\n"
             "uint y = floatBitsToUint(b);\n"
             "if ((x & 0x7f800000u) == 0x7f800000u || (y & 0x7f800000u) == 0x7f800000u)\n"
             "  return uintBitsToFloat(0x7fc00000u);\n"
             "return uintBitsToFloat((x ^ y) & 0x80000000u);";
    });
    return call("dala_times_zero_f32", {a, b});
  }

  void define_given(std::string_view key, std::string_view text) {
    define_text(std::string(key), [&] { return std::string(text.substr(1)) + "\n"; });
  }

  Piece float_remainder(Scalar, const Piece& a, const Piece& b) override {
    define_given("split", glsl::split);
    define_given("dala_rem_f32", glsl::remainder);
    return call("dala_rem_f32", {a, b});
  }

  Piece real_math(MathOp op, Scalar, Pieces args) override {
    const std::string helper = format("dala_{}_f32", to_string(op));
    switch (op) {
      case MathOp::fma:
        uses_precise_ = true;
        define_given("split", glsl::split);
        define_given(helper, glsl::fma);
        return call(helper, args);
      case MathOp::round:
        define_given(helper, glsl::round);
        return call(helper, args);
      case MathOp::pow:
        define_given(helper, glsl::pow);
        return call(helper, args);
      case MathOp::atan2:
        define_given(helper, glsl::atan2);
        return call(helper, args);
      case MathOp::tanh:
        define_given(helper, glsl::tanh);
        return call(helper, args);
      case MathOp::rsqrt:
        return call("inversesqrt", args);
      default:
        return call(to_string(op), args);
    }
  }

  bool lanes_native(BinaryOp op, ir::Type type) override {
    return ir::is_integer(type.scalar) && op != BinaryOp::div && op != BinaryOp::rem;
  }
  bool lanes_native(ir::UnaryOp, ir::Type) override { return true; }
  bool lanes_native(MathOp op, ir::Type type) override {
    if (op == MathOp::to_bits || op == MathOp::from_bits) return true;
    if (!ir::is_float(type.scalar)) return false;
    return op == MathOp::abs || op == MathOp::floor || op == MathOp::ceil || op == MathOp::trunc ||
           (op >= MathOp::sqrt && op <= MathOp::log2) || (op >= MathOp::sin && op <= MathOp::atan);
  }
  bool lanes_native_cast(Scalar from, Scalar to) override {
    return !ir::is_float(from) && !ir::is_float(to);
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
