// Every kernel under golden/ compiles to the IR beside it, some of them to the LLVM IR beside it,
// and every one under golden/errors/ gives exactly the diagnostics beside it. DALA_UPDATE_GOLDENS=1
// writes the files instead.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "kernel/compile.hpp"
#include "kernel/ir/print.hpp"
#include "kernel/native/jit.hpp"
#include "support/goldens.hpp"
#include "support/paths.hpp"

namespace dala::kernel {
namespace {

namespace fs = std::filesystem;
using dala::test::expect_text;
using dala::test::read_text;

std::vector<fs::path> kernels_in(const fs::path& folder) {
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".dk") found.push_back(entry.path());
  std::ranges::sort(found);
  return found;
}

const fs::path folder = dala::test::tests_folder() / "kernel" / "golden";

const CompileOptions options{.kernel_name = "my_filter",
                             .params = {{"strength", ParamType::number},
                                        {"radius", ParamType::integer},
                                        {"invert", ParamType::boolean}}};

TEST(KernelGolden, Ir) {
  const auto kernels = kernels_in(folder);
  EXPECT_GE(kernels.size(), 15U);
  for (const fs::path& path : kernels) {
    const Source source(path.filename().string(), read_text(path));
    const Compiled compiled = compile(source, options);
    ASSERT_TRUE(compiled.module) << render(source, compiled.diagnostics);
    EXPECT_TRUE(compiled.diagnostics.empty());
    expect_text(fs::path(path).replace_extension(".ir"), ir::print(*compiled.module));
  }
}

// Of 64 bits; those of golden/wide show how they come to be.
TEST(KernelGolden, WideIndices) {
  CompileOptions wide = options;
  wide.index = ir::Scalar::s64;
  std::vector<fs::path> kernels = kernels_in(folder / "wide");
  kernels.push_back(folder / "large_tensors.dk");
  for (const fs::path& path : kernels) {
    const Source source(path.filename().string(), read_text(path));
    const Compiled compiled = compile(source, wide);
    ASSERT_TRUE(compiled.module) << render(source, compiled.diagnostics);
    const std::string name = path.stem().string() + ".ir";
    expect_text(folder / "wide" / name, ir::print(*compiled.module));
  }
}

// What the JIT gives to LLVM. Not of kernels with functions from the C library, whose vector forms
// belong to one kind of processor.
TEST(KernelGolden, Llvm) {
#ifdef __clang__
  GTEST_SKIP()
      << "skipped: the expected instructions are in the order in which GCC evaluates arguments";
#endif
  const auto compiler = jit::compiler();
  if (!compiler) GTEST_SKIP() << "skipped: " << compiler.error().message;
  for (const char* name :
       {"control_flow", "cubes", "helpers", "named_header", "pixels", "tensor_access"}) {
    const fs::path path = folder / (std::string(name) + ".dk");
    const Compiled compiled = compile(Source(path.filename().string(), read_text(path)), options);
    ASSERT_TRUE(compiled.module) << path;
    jit::ChannelSpecialisation specialisation;
    if (std::string_view(name) == "pixels") specialisation.tensor_channels.fill(4);
    const auto text = (*compiler)->list(*compiled.module, specialisation, jit::Listing::generated);
    ASSERT_TRUE(text) << text.error().message;
    expect_text(fs::path(path).replace_extension(".ll"), *text);
  }
}

TEST(KernelGolden, Errors) {
  const auto kernels = kernels_in(folder / "errors");
  EXPECT_GE(kernels.size(), 40U);
  for (const fs::path& path : kernels) {
    const Source source(path.filename().string(), read_text(path));
    CompileOptions chosen = options;
    if (path.stem() == "wide_indices") chosen.index = ir::Scalar::s64;
    const Compiled compiled = compile(source, chosen);
    EXPECT_FALSE(compiled.module) << path;
    EXPECT_FALSE(compiled.diagnostics.empty()) << path;
    expect_text(fs::path(path).replace_extension(".txt"), render(source, compiled.diagnostics));
  }
}

// A code that no golden shows is a message nobody has read.
TEST(KernelGolden, EveryCodeIsShown) {
  std::string all;
  for (const fs::path& path : kernels_in(folder / "errors"))
    all += read_text(fs::path(path).replace_extension(".txt"));
  // These need texts too large for a golden; see limits_test.cpp. The last cannot be provoked.
  const std::vector<Code> elsewhere = {Code::source_too_large, Code::program_too_large,
                                       Code::too_many, Code::out_of_memory};
  const auto check = [&](Code code) {
    if (std::ranges::find(elsewhere, code) != elsewhere.end()) return;
    EXPECT_NE(all.find("[" + to_string(code) + "]"), std::string::npos) << title(code);
  };
#define X(number, name, title) check(Code::name);
#include "kernel/source/diagnostic_codes.inc"
#undef X
}

}  // namespace
}  // namespace dala::kernel
