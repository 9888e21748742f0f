#include "kernel/emit/cuda_tiles.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "core/format.hpp"

namespace dala::kernel {

using ir::Scalar;

namespace {

// A type that tensor cores multiply packed, or add up.
struct MatrixType {
  Scalar scalar;
  std::string_view ptx;         // its name in instructions
  std::string_view constraint;  // of a register that holds it, or a word of it
  std::string_view element;     // the lowest element of a word `{}`, as a number of the sums' type
};

constexpr std::array factor_types = {MatrixType{Scalar::u8, "u8", "r", "int({} & 255)"}};
constexpr std::array sum_types = {MatrixType{Scalar::s32, "s32", "r", ""}};

template <std::size_t n>
const MatrixType* find(const std::array<MatrixType, n>& types, Scalar scalar) {
  const auto found = std::ranges::find(types, scalar, &MatrixType::scalar);
  return found == types.end() ? nullptr : &*found;
}

// The lanes of an operand.
std::vector<std::string> parts(std::string_view name, ir::Type type) {
  if (type.is_scalar()) return {std::string(name)};
  std::vector<std::string> out;
  for (std::size_t i = 0; i < type.lanes; ++i) out.push_back(format("{}.{}", name, "xyzw"[i]));
  return out;
}

// The instruction's registers are in the order of multiply_packed's operands.
std::string instruction(const ir::TileProduct& p) {
  const std::string_view factor = find(factor_types, p.factor)->ptx;
  const MatrixType& sum = *find(sum_types, ir::packed_sums(p).scalar);
  std::size_t count = 0;
  const auto registers = [&](ir::Type type) {
    std::string list;
    for (std::size_t i = 0; i < type.lanes; ++i)
      list += format("{}%{}", list.empty() ? "" : ", ", count++);
    return "{" + list + "}";
  };
  const auto values = [](std::string_view name, ir::Type type, std::string_view constraint) {
    std::string list;
    for (const std::string& part : parts(name, type))
      list += format("{}\"{}\"({})", list.empty() ? "" : ", ", constraint, part);
    return list;
  };
  const std::string c = registers(ir::packed_sums(p));
  const std::string a = registers(ir::packed_left(p));
  const std::string b = registers(ir::packed_right(p));
  return format(
      "asm volatile(\"mma.sync.aligned.m16n8k16.row.col.{0}.{1}.{1}.{0} {2}, {3}, {4}, {2};\"\n"
      "    : {5} : {6}, {7});\n",
      sum.ptx, factor, c, a, b, values("c", ir::packed_sums(p), format("+{}", sum.constraint)),
      values("a", ir::packed_left(p), "r"), values("b", ir::packed_right(p), "r"));
}

// Where there is no such instruction, each thread of a warp computes its sums with products of
// elements that it reads from other threads: from the four that hold its rows, and from those that
// hold its columns.
std::string shuffled_products(const ir::TileProduct& p, const SumText& sum) {
  const std::vector<std::string> a = parts("a", ir::packed_left(p));
  const std::vector<std::string> b = parts("b", ir::packed_right(p));
  const unsigned bits = ir::bits_of(p.factor);
  const auto element = [&](std::string_view word) {
    std::string text(find(factor_types, p.factor)->element);
    return text.replace(text.find("{}"), 2, format("({} >> shift)", word));
  };
  std::string out = "int lane = threadIdx.x & 31;\nfor (int k = 0; k < 4; ++k) {\n";
  for (std::size_t i = 0; i < b.size(); ++i) {
    out += "  {\n";
    const auto read = [&](std::string_view name, std::string_view word, std::string_view lane) {
      out += format("    u32 {} = ::__shfl_sync(~0u, {}, {} + k);\n", name, word, lane);
    };
    read("upper", a[2 * i], "(lane & 28)");
    read("lower", a[2 * i + 1], "(lane & 28)");
    read("left", b[i], "(lane & 3) * 8");
    read("right", b[i], "(lane & 3) * 8 + 4");
    out += format("    for (int shift = 0; shift < 32; shift += {}) {{\n", bits);
    for (std::size_t to = 0; to < 4; ++to) {
      const std::string c = format("c.{}", "xyzw"[to]);
      const std::string product = format("{} * {}", element(to < 2 ? "upper" : "lower"),
                                         element(to % 2 == 0 ? "left" : "right"));
      out += format("      {} = {};\n", c, sum(c, product));
    }
    out += "    }\n  }\n";
  }
  return out + "}\n";
}

}  // namespace

bool cuda_has_product(const ir::TileProduct& p) {
  return find(factor_types, p.factor) != nullptr &&
         find(sum_types, ir::packed_sums(p).scalar) != nullptr;
}

std::string packed_product_text(const ir::TileProduct& p, const SumText& sum) {
  return format("#if __CUDA_ARCH__ >= 800\n{}#else\n{}#endif\nreturn c;", instruction(p),
                shuffled_products(p, sum));
}

}  // namespace dala::kernel
