// What each pass of legalisation makes of the kernel under golden/legalize that has its name, for a
// target that needs all of it. DALA_UPDATE_GOLDENS=1 writes the files instead.
#include "kernel/legalize/legalize.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "kernel/compile.hpp"
#include "kernel/emit/emit.hpp"
#include "kernel/ir/print.hpp"
#include "kernel/ir/verify.hpp"
#include "support/paths.hpp"

namespace dala::kernel {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

ir::Module kernel_of(const fs::path& path) {
  const Source source(path.filename().string(), text_of(path));
  const Compiled compiled = compile(source, {});
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

TEST(Legalize, Goldens) {
  const TargetInfo target = poorest_target();
  for (const LegalizePass& pass : legalize_passes()) {
    const fs::path path = legalize_folder / (std::string(pass.name) + ".dk");
    ir::Module module = kernel_of(path);
    pass.run(module, target);
    EXPECT_EQ(ir::find_fault(module), std::nullopt) << pass.name;
    const std::string actual = ir::print(module);
    const fs::path golden = fs::path(path).replace_extension(".ir");
    if (std::getenv("DALA_UPDATE_GOLDENS") != nullptr)
      std::ofstream(golden, std::ios::binary) << actual;
    EXPECT_EQ(text_of(golden), actual) << golden;
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

}  // namespace
}  // namespace dala::kernel
