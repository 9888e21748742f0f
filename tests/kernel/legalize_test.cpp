// What each pass of legalisation makes of the kernel under golden/legalize that has its name, for a
// target that needs all of it. DALA_UPDATE_GOLDENS=1 writes the files instead.
#include "kernel/legalize/legalize.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <filesystem>
#include <limits>
#include <random>
#include <set>

#include "core/format.hpp"
#include "kernel/analysis/lanes.hpp"
#include "kernel/compile.hpp"
#include "kernel/emit/emit.hpp"
#include "kernel/interpret/interpret.hpp"
#include "kernel/ir/print.hpp"
#include "kernel/ir/verify.hpp"
#include "kernel/kernel_cases_helper.hpp"
#include "kernel/legalize/rounding.hpp"
#include "support/goldens.hpp"
#include "support/paths.hpp"

namespace dala::kernel {
namespace {

namespace fs = std::filesystem;

ir::Module kernel_of(const fs::path& path, ir::Scalar index = ir::Scalar::s32) {
  const Source source(path.filename().string(), dala::test::read_text(path));
  const Compiled compiled =
      compile(source, {.index = index, .cuts_indices = index == ir::Scalar::s64});
  EXPECT_TRUE(compiled.module) << path << render(source, compiled.diagnostics);
  return compiled.module ? *compiled.module : ir::Module{};
}

const fs::path legalize_folder = dala::test::tests_folder() / "kernel" / "golden" / "legalize";

// A target without vectors and with as few features as possible.
TargetInfo poorest_target() {
  TargetInfo target = target_info(Language::cuda);
  target.vector_unary = [](ir::UnaryOp, ir::Type) { return false; };
  target.stores = [](ir::Scalar scalar) { return ir::bits_of(scalar) >= 32; };
  target.has_float_atomic = [](ir::AtomicOp, bool) { return false; };
  target.rejects_constant_indices = true;
  target.orders_nan = false;
  target.signed_remainder = false;
  target.rounds_integers = false;
  target.has_exact_math = false;
  target.has_subgroups = false;
  target.has_product = [](const ir::TileProduct&) { return false; };
  return target;
}

// A specialisation for which each pass that depends on one does its work.
CallSpecialisation least_specialised(const ir::Module& module) {
  CallSpecialisation specialisation{.near = true};
  specialisation.groups.elements = runs_in_lanes(module) ? lanes : 1;
  specialisation.groups.in_rows = !module.has_cube && specialisation.groups.elements == 1;
  specialisation.channels.fill(4);
  return specialisation;
}

TEST(Legalize, Goldens) {
  const TargetInfo target = poorest_target();
  for (const LegalizePass& pass : legalize_passes()) {
    const fs::path path = legalize_folder / (std::string(pass.name) + ".dk");
    ir::Module module = kernel_of(path);
    pass.run(module, target, least_specialised(module));
    EXPECT_EQ(ir::find_fault(module), std::nullopt) << pass.name;
    dala::test::expect_text(fs::path(path).replace_extension(".ir"), ir::print(module));
  }
}

// The passes for positions, indices and prints. Those after `edges` are run on what `edges` makes,
// in which only indices into tensors are of 64 bits.
TEST(Legalize, GoldensOfWideIndices) {
  const std::set<std::string_view> shown = {"prints", "lanes",  "pixels",  "tiles",
                                            "edges",  "bounds", "packing", "positions"};
  const TargetInfo target = poorest_target();
  const auto passes = legalize_passes();
  const auto edges = std::ranges::find(passes, "edges", &LegalizePass::name);
  for (const LegalizePass& pass : passes) {
    if (!shown.contains(pass.name)) continue;
    const std::string name(pass.name);
    ir::Module module = kernel_of(legalize_folder / (name + ".dk"), ir::Scalar::s64);
    if (&pass > &*edges) edges->run(module, target, least_specialised(module));
    pass.run(module, target, least_specialised(module));
    EXPECT_EQ(ir::find_fault(module), std::nullopt) << name;
    dala::test::expect_text(legalize_folder / "wide" / (name + ".ir"), ir::print(module));
  }
}

// Floats that a target does not hold are their bits, and narrow integers are held in wider ones.
ir::Type legal_type(ir::Type type) {
  if (ir::is_small_float(type.scalar)) type = ir::bits_type(type);
  if (ir::is_narrow(type.scalar)) type.scalar = ir::info_of(type.scalar).compute;
  return type;
}

// What an analysis found out about the kernel as it was written holds for the legal one.
TEST(Legalize, ExpressionsKeepTheirNumbersAndTypes) {
  for (const LegalizePass& pass : legalize_passes()) {
    const ir::Module module = kernel_of(legalize_folder / (std::string(pass.name) + ".dk"));
    const ir::Module legal = legalize(module, poorest_target());
    ASSERT_GE(legal.exprs.size(), module.exprs.size());
    for (std::size_t i = 0; i < module.exprs.size(); ++i)
      EXPECT_EQ(legal.exprs[i].type, legal_type(module.exprs[i].type)) << pass.name << " " << i;
  }
}

// For every target, with what the shapes of the call allow.
TEST(Legalize, MeansTheSame) {
  TargetInfo software = target_info(Language::glsl);
  software.rounds_to_nearest = false;
  for (const TargetInfo& target : {target_info(Language::cuda), software, poorest_target()})
    for (const RunCase& c : cases_of_both_forms()) {
      RunCase legal = c;
      legal.source = c.module;
      for (std::size_t i = 0; i < c.params.size(); ++i)
        if (ir::is_small_float(c.module->params[i].scalar))
          legal.params[i] = static_cast<std::int64_t>(param_bits(c)[i]);
      legal.module = std::make_shared<ir::Module>(
          legalize(*c.module, target, specialisation_for(*c.module, c.shapes)));
      expect_same(c, interpreted(legal), c.ulps);
    }
}

// A name that a source may have is not taken for a runtime function of the same name.
TEST(Legalize, FunctionsOfTheSourceMayHaveAnyName) {
  const Compiled compiled = compile(Source("own.dk", R"(
fn dala_min_f32(a: f32, b: f32) -> f32 { a * b }
fn own(input: Tensor<f32>, output: &mut Tensor<f32>) {
  output[ABSOLUTE_POS] = min(dala_min_f32(input[ABSOLUTE_POS], 3.0), 2.0);
}
)"),
                                    {});
  ASSERT_TRUE(compiled.module);
  const ir::Module legal = legalize(*compiled.module, poorest_target());
  std::vector<bool> are_runtime;
  for (const ir::Function& f : legal.functions)
    if (f.name == "dala_min_f32") are_runtime.push_back(f.is_runtime);
  ASSERT_EQ(are_runtime.size(), 2U);
  EXPECT_NE(are_runtime[0], are_runtime[1]);
  const auto text = emit(*compiled.module, Language::cuda);
  ASSERT_TRUE(text);
  EXPECT_NE(text->find("float dala_min_f32(float a, float b) {\n  return b < a"), std::string::npos)
      << *text;
}

// Whoever compiles for a driver asks how it rounds only where this says that it matters.
TEST(Legalize, FormulasThatDependOnRoundingAreKnown) {
  struct Function {
    std::string_view name;
    int arguments;
    std::string_view kind;
  };
  constexpr std::array functions = {
#define X(name, arguments, kind) Function{#name, arguments, #kind},
#include "kernel/ir/math_ops.inc"
#undef X
  };
  // Within their bounds however a quotient is rounded (docs/kernel-language.md).
  const std::set<std::string_view> inexact = {"sigmoid", "tanh", "pow", "atan2", "tan"};
  TargetInfo nearest = target_info(Language::glsl);
  TargetInfo other = nearest;
  other.rounds_to_nearest = false;
  int dependent = 0;
  for (const Function& f : functions) {
    const bool of_vectors = f.kind == "fold" || f.kind == "vector";
    if (!of_vectors && f.kind != "number" && f.kind != "real") continue;
    std::string call = format("{}(", f.name);
    for (int i = 0; i < f.arguments; ++i)
      call += format("{}{}", i == 0 ? "" : ", ", of_vectors ? "vec3(x, 1.0, 2.0)" : "x");
    call += f.kind == "vector" ? ").x" : ")";
    const Compiled compiled = compile(Source("function.dk", format(R"(
fn function(input: Tensor<f32>, output: &mut Tensor<f32>) {{
  let x = input[ABSOLUTE_POS];
  output[ABSOLUTE_POS] = {};
}}
)",
                                                                   call)),
                                      {});
    ASSERT_TRUE(compiled.module) << call;
    const bool differs = ir::print(legalize(*compiled.module, nearest)) !=
                         ir::print(legalize(*compiled.module, other));
    if (!inexact.contains(f.name)) {
      EXPECT_EQ(differs, depends_on_rounding(*compiled.module)) << call;
    }
    dependent += depends_on_rounding(*compiled.module) ? 1 : 0;
  }
  EXPECT_EQ(dependent, 4);  // sqrt, length, normalize, smoothstep
}

// Fractions of all kinds, powers from the least to the largest, and what is no number.
std::vector<float> numbers_of_all_kinds(std::uint32_t seed) {
  std::vector<float> numbers = {0.0F,
                                -0.0F,
                                1.0F,
                                std::numeric_limits<float>::infinity(),
                                -std::numeric_limits<float>::infinity(),
                                std::numeric_limits<float>::quiet_NaN(),
                                std::numeric_limits<float>::denorm_min(),
                                std::numeric_limits<float>::max()};
  std::mt19937 random(seed);
  while (numbers.size() < 384)
    numbers.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(random())));
  // Quotients of neighbours, of which the exact value lies near the middle of two numbers.
  while (numbers.size() < 512)
    numbers.push_back(
        std::bit_cast<float>(0x3f800000U + static_cast<std::uint32_t>(random() % 16)));
  return numbers;
}

TEST(Legalize, QuotientsAndRootsOfIntegersAreTheNearest) {
  const Compiled compiled = compile(Source("quotient.dk", R"(
fn quotient(a: Tensor<f32>, b: Tensor<f32>, output: &mut Tensor<f32>, root: &mut Tensor<f32>) {
  let size = b.len();
  output[ABSOLUTE_POS] = a[ABSOLUTE_POS / size] / b[ABSOLUTE_POS % size];
  if ABSOLUTE_POS < size { root[ABSOLUTE_POS] = sqrt(a[ABSOLUTE_POS]); }
}
)"),
                                    {});
  ASSERT_TRUE(compiled.module);
  TargetInfo target = poorest_target();
  target.rounds_to_nearest = false;
  const ir::Module legal = legalize(*compiled.module, target);
  std::vector<float> a = numbers_of_all_kinds(1);
  std::vector<float> b = numbers_of_all_kinds(2);
  std::vector<float> found(a.size() * b.size(), 7);
  const auto tensor = [](std::vector<float>& values) {
    return HostTensor{DType::f32,
                      {static_cast<std::int64_t>(values.size())},
                      std::as_writable_bytes(std::span(values))};
  };
  const std::array inputs = {tensor(a), tensor(b)};
  std::vector<float> roots(a.size(), 7);
  const std::array outputs = {tensor(found), tensor(roots)};
  ASSERT_TRUE(interpret(legal, {.inputs = inputs, .outputs = outputs}));
  const auto same = [](float x, float y) {
    if (std::isnan(x)) return std::isnan(y);
    return std::bit_cast<std::uint32_t>(x) == std::bit_cast<std::uint32_t>(y);
  };
  for (std::size_t i = 0; i < found.size(); ++i) {
    const float x = a[i / b.size()];
    const float y = b[i % b.size()];
    ASSERT_TRUE(same(x / y, found[i])) << x << " / " << y << " is not " << found[i];
  }
  for (std::size_t i = 0; i < a.size(); ++i)
    ASSERT_TRUE(same(std::sqrt(a[i]), roots[i])) << "not the root of " << a[i] << ": " << roots[i];
}

}  // namespace
}  // namespace dala::kernel
