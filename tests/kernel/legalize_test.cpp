// What each pass of legalisation makes of the kernel under golden/legalize that has its name, for a
// target that needs all of it. DALA_UPDATE_GOLDENS=1 writes the files instead.
#include "kernel/legalize/legalize.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <filesystem>
#include <limits>
#include <random>

#include "kernel/compile.hpp"
#include "kernel/emit/emit.hpp"
#include "kernel/emit/lanes.hpp"
#include "kernel/interpret/interpret.hpp"
#include "kernel/ir/print.hpp"
#include "kernel/ir/verify.hpp"
#include "kernel/kernel_cases_helper.hpp"
#include "support/goldens.hpp"
#include "support/paths.hpp"

namespace dala::kernel {
namespace {

namespace fs = std::filesystem;

ir::Module kernel_of(const fs::path& path, ir::Scalar index = ir::Scalar::s32) {
  const Source source(path.filename().string(), dala::test::read_text(path));
  const Compiled compiled = compile(source, {.index = index});
  EXPECT_TRUE(compiled.module) << path << render(source, compiled.diagnostics);
  return compiled.module ? *compiled.module : ir::Module{};
}

const fs::path legalize_folder = dala::test::tests_folder() / "kernel" / "golden" / "legalize";

// Nothing but scalars, and the least of the rest.
TargetInfo poorest_target() {
  TargetInfo target = target_info(Language::cuda);
  target.vector_unary = [](ir::UnaryOp, ir::Type) { return false; };
  target.orders_nan = false;
  target.signed_remainder = false;
  target.rounds_integers = false;
  target.has_exact_math = false;
  target.has_subgroups = false;
  return target;
}

// Where all there is of it is used.
Form poorest_form(const ir::Module& module) {
  Form form{.near = true, .rows = !module.has_cube && !runs_in_lanes(module)};
  form.channels.fill(4);
  return form;
}

TEST(Legalize, Goldens) {
  const TargetInfo target = poorest_target();
  for (const LegalizePass& pass : legalize_passes()) {
    const fs::path path = legalize_folder / (std::string(pass.name) + ".dk");
    ir::Module module = kernel_of(path);
    pass.run(module, target, poorest_form(module));
    EXPECT_EQ(ir::find_fault(module), std::nullopt) << pass.name;
    dala::test::expect_text(fs::path(path).replace_extension(".ir"), ir::print(module));
  }
}

// The passes that say where indices lead and who printed a line.
TEST(Legalize, GoldensOfWideIndices) {
  const TargetInfo target = poorest_target();
  for (const LegalizePass& pass : legalize_passes()) {
    if (pass.name != "prints" && pass.name != "pixels" && pass.name != "edges") continue;
    const std::string name(pass.name);
    ir::Module module = kernel_of(legalize_folder / (name + ".dk"), ir::Scalar::s64);
    pass.run(module, target, poorest_form(module));
    EXPECT_EQ(ir::find_fault(module), std::nullopt) << name;
    dala::test::expect_text(legalize_folder / "wide" / (name + ".ir"), ir::print(module));
  }
}

// What an analysis found out about the kernel as it was written holds for the legal one.
TEST(Legalize, ExpressionsKeepTheirNumbersAndTypes) {
  for (const LegalizePass& pass : legalize_passes()) {
    const ir::Module module = kernel_of(legalize_folder / (std::string(pass.name) + ".dk"));
    const ir::Module legal = legalize(module, poorest_target());
    ASSERT_GE(legal.exprs.size(), module.exprs.size());
    for (std::size_t i = 0; i < module.exprs.size(); ++i)
      EXPECT_EQ(legal.exprs[i].type, module.exprs[i].type) << pass.name << " " << i;
  }
}

// For every target, and as the call allows.
TEST(Legalize, MeansTheSame) {
  TargetInfo software = target_info(Language::glsl);
  software.rounds_to_nearest = false;
  for (const TargetInfo& target : {target_info(Language::cuda), software, poorest_target()})
    for (const RunCase& c : cases_of_both_forms()) {
      RunCase legal = c;
      legal.module =
          std::make_shared<ir::Module>(legalize(*c.module, target, form_for(*c.module, c.shapes)));
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
  ASSERT_EQ(legal.functions.size(), 2U);
  EXPECT_NE(legal.functions[0].is_runtime, legal.functions[1].is_runtime);
  const auto text = emit(*compiled.module, Language::cuda);
  ASSERT_TRUE(text);
  EXPECT_NE(text->find("float dala_min_f32(float a, float b) {\n  return b < a"), std::string::npos)
      << *text;
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
