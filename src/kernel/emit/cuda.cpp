// CUDA C++, for nvcc and NVRTC.
#include <algorithm>
#include <array>
#include <utility>

#include "core/format.hpp"
#include "kernel/emit/cpp_printer.hpp"
#include "kernel/emit/cuda_tiles.hpp"
#include "kernel/emit/languages.hpp"
#include "kernel/launch/launch_words.hpp"

namespace dala::kernel {

using ir::AtomicOp;
using ir::MathOp;
using ir::Scalar;

namespace {

class CudaPrinter final : public CppPrinter {
 public:
  explicit CudaPrinter(const ir::Module& module) : CppPrinter(module, cuda_reserved()) {}

 private:
  std::string_view tensor_space() const override { return ""; }
  std::string_view shared_space() const override { return ""; }
  std::string_view long_type() const override { return "long long"; }
  std::string_view long_suffix() const override { return "ll"; }
  std::string_view function_words() const override { return "__device__ inline "; }
  std::string sync() override { return "__syncthreads()"; }
  std::array<std::string, 4> group_positions() const override {
    return {"blockIdx.x", "blockIdx.y", "threadIdx.x", "blockDim.x"};
  }

  // CUDA's own vectors have neither constructors nor operators. The default constructor does
  // nothing, which shared memory asks for.
  std::string vector_definition(ir::Type type) override {
    const std::string name = to_string(type);
    const std::string lane = type_name(type.lane());
    std::string lanes;
    std::string arguments;
    std::string each;
    std::string all;
    for (std::size_t i = 0; i < type.lanes; ++i) {
      const std::string_view comma = i == 0 ? "" : ", ";
      const char letter = "xyzw"[i];
      lanes += format("{}{}", comma, letter);
      arguments += format("{}{} {}_", comma, lane, letter);
      each += format("{}{}({}_)", comma, letter, letter);
      all += format("{}{}(all)", comma, letter);
    }
    return format(
        "struct {} {{\n  {} {};\n  {}() = default;\n  __device__ {}({}) : {} {{}}\n"
        "  __device__ explicit {}({} all) : {} {{}}\n}};\n",
        name, lane, lanes, name, name, arguments, each, name, lane, all);
  }

  void use_operator(std::string_view op, ir::Type type, bool binary) override {
    const std::string name = to_string(type);
    define_text(format("{} {} {}", name, op, binary), [&] {
      std::vector<ExpressionText> lanes;
      for (std::size_t i = 0; i < type.lanes; ++i) {
        const char lane = "xyzw"[i];
        lanes.push_back(
            {binary ? format("a.{} {} b.{}", lane, op, lane) : format("{}a.{}", op, lane)});
      }
      return format("{}{} operator{}({} a{}) {{\n  return {};\n}}\n\n", function_words(), name, op,
                    name, binary ? ", " + name + " b" : "", call(name, lanes).text);
    });
  }

  std::string float_from_bits(Scalar scalar, std::uint64_t bits) override {
    const unsigned width = ir::bits_of(scalar);
    return same_bits(ir::bits_type({scalar}).scalar,
                     {format("0x{:0{}x}{}", bits, width / 4, width == 64 ? "ll" : "u")})
        .text;
  }

  // Of the functions of a float: `sinf` and `sin`.
  static std::string_view float_suffix(Scalar scalar) {
    return ir::bits_of(scalar) == 32 ? "f" : "";
  }

  // Written with `::` because a name of the source may be the same.
  std::string function(MathOp op, Scalar scalar) const override {
    std::string name(to_string(op));
    if (op == MathOp::abs) name = "fabs";
    return format("::{}{}", name, float_suffix(scalar));
  }
  std::string remainder_function(Scalar scalar) const override {
    return format("::fmod{}", float_suffix(scalar));
  }

  ExpressionText count_bits(MathOp op, Scalar scalar, const ExpressionText& a) override {
    const std::string_view wide = ir::bits_of(scalar) == 64 ? "ll" : "";
    const std::string_view name = op == MathOp::popcount ? "popc" : "clz";
    return converted({scalar}, call(format("::__{}{}", name, wide), {a}));
  }

  ExpressionText upper_product(Scalar scalar, const ExpressionText& a,
                               const ExpressionText& b) override {
    return call(ir::is_unsigned(scalar) ? "::__umulhi" : "::__mulhi", {a, b});
  }

  ExpressionText same_bits(Scalar from, const ExpressionText& a) override {
    const bool is_wide = ir::bits_of(from) == 64;
    if (ir::is_float(from))
      return call(is_wide ? "::__double_as_longlong" : "::__float_as_uint", {a});
    return call(is_wide ? "::__longlong_as_double" : "::__uint_as_float", {a});
  }

  ExpressionText atomic(AtomicOp op, bool, Scalar, const std::string& element,
                        const ExpressionText& value, const ExpressionText& expected) override {
    constexpr std::array<std::string_view, 8> names = {"Add", "Min", "Max",  "And",
                                                       "Or",  "Xor", "Exch", "CAS"};
    const std::string name = format("::atomic{}", names[static_cast<std::size_t>(op)]);
    const ExpressionText at{"&" + element};
    if (op == AtomicOp::compare_exchange_) return call(name, {at, expected, value});
    return call(name, {at, value});
  }

  // Every thread of the block comes here, so all 32 of the warp do.
  ExpressionText subgroup(ir::SubgroupOp op, const ExpressionText& value,
                          const ExpressionText& unit) override {
    if (op == ir::SubgroupOp::ballot) return {format("::__ballot_sync(~0u, {})", value.text)};
    return {format("::__shfl_sync(~0u, {}, {})", value.text, unit.text)};
  }

  ExpressionText multiply_packed(const ir::TileProduct& p, ExpressionTexts operands) override {
    const ir::Type sums = ir::packed_sums(p);
    const std::string name = format("dala_multiply_{}", to_string(ir::Type{p.factor}));
    define(name, sums, {ir::packed_left(p), ir::packed_right(p), sums}, [&] {
      return packed_product_text(p, [&](const std::string& a, const std::string& b) {
        return integer(ir::BinaryOp::add, sums.scalar, {a}, {b, Binds::product}).text;
      });
    });
    return call(name, operands);
  }

  // GPUs convert small floats by one instruction. A compiler for the host takes the function as it
  // is written.
  std::string runtime_body(const ir::Function& f, const std::string& argument,
                           const std::string& body) override {
    struct Instruction {
      std::string_view function;
      std::string_view name;
      std::string_view result;  // the kinds of register
      std::string_view operand;
    };
    constexpr std::array instructions = {
        Instruction{"dala_f32_from_f16", "cvt.f32.f16", "=f", "h"},
        Instruction{"dala_f16_from_f32", "cvt.rn.f16.f32", "=h", "f"},
        Instruction{"dala_bf16_from_f32", "cvt.rn.bf16.f32", "=h", "f"}};
    const auto* found = std::ranges::find(instructions, f.name, &Instruction::function);
    if (found == instructions.end()) return body;
    const auto type_of = [](std::string_view kind) {
      return kind.ends_with('h') ? "unsigned short" : "float";
    };
    return format(
        "#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800\n  {} dala_result;\n"
        "  asm(\"{} %0, %1;\" : \"{}\"(dala_result) : \"{}\"(({}){}));\n  return dala_result;\n"
        "#else\n{}#endif\n",
        type_of(found->result), found->name, found->result, found->operand, type_of(found->operand),
        argument, body);
  }

  std::string shared_declarations() override {
    std::string out;
    for (std::uint32_t i = 0; i < module().shared.size(); ++i) {
      const ir::Type type = module().shared[i].type;
      out += format("  __shared__ {} {}[{}];\n", type_name(type), shared_name(i), type.length);
    }
    return out;
  }

  // A namespace, so that functions of the source hide those of CUDA instead of clashing with them.
  std::string prologue() override {
    const std::string u32 = type_name({Scalar::u32});
    return format("namespace dala_kernel {{\n\n{}struct dala_words {{\n  {} at[{}];\n}};\n\n",
                  types(), u32, launch_words(module()));
  }
  std::string epilogue() override { return "\n}  // namespace dala_kernel\n"; }

  std::string kernel_head() override {
    // Without a bound the compiler takes more registers than a block of that many threads has.
    const std::string bounds =
        module().has_cube ? format("__launch_bounds__({}) ", units_per_group(module())) : "";
    std::string out = format("extern \"C\" __global__ void {}{}(", bounds, entry());
    for (std::uint32_t i = 0; i < module().tensors.size(); ++i)
      out += format("{}{}* {}, ", module().tensors[i].is_output ? "" : "const ", element_type(i),
                    tensor_name(i));
    return out + format(
                     "const __grid_constant__ dala_words dala_given) {{\n"
                     "  const {}* dala_launch = dala_given.at;\n",
                     type_name({Scalar::u32}));
  }
};

}  // namespace

const TargetInfo& cuda_target() {
  static const TargetInfo target = [] {
    TargetInfo info = cpp_target("CUDA", [](Scalar) { return true; });
    info.has_subgroups = true;
    info.has_product = cuda_has_product;
    return info;
  }();
  return target;
}

std::unique_ptr<CPrinter> cuda_printer(const ir::Module& module) {
  return std::make_unique<CudaPrinter>(module);
}

}  // namespace dala::kernel
