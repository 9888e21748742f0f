// Hostile sources end in a diagnostic, never in a crash.
#include <gtest/gtest.h>

#include <string>

#include "kernel/compile.hpp"

namespace dala::kernel {
namespace {

std::string repeat(const std::string& text, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += text;
  return out;
}

std::string in_kernel(const std::string& body) {
  return "fn k(output: &mut Tensor<f32>) {" + body + "}";
}

Code first_code(const std::string& text) {
  const Compiled compiled = compile(Source("test.dk", text), {});
  EXPECT_FALSE(compiled.module);
  EXPECT_FALSE(compiled.diagnostics.empty());
  EXPECT_LE(compiled.diagnostics.size(), max_diagnostics);
  const std::string shown = render(Source("test.dk", text), compiled.diagnostics);
  EXPECT_FALSE(shown.empty());
  return compiled.diagnostics.empty() ? Code::out_of_memory : compiled.diagnostics[0].code;
}

TEST(KernelLimits, SourceSize) {
  EXPECT_EQ(first_code(std::string(max_source_bytes + 1, ' ')), Code::source_too_large);
}

TEST(KernelLimits, Nesting) {
  const std::size_t many = 10'000;
  EXPECT_EQ(first_code(in_kernel("let x = " + repeat("(", many))), Code::nesting_too_deep);
  EXPECT_EQ(first_code(in_kernel(repeat("{", many))), Code::nesting_too_deep);
  EXPECT_EQ(first_code(in_kernel("let x = " + repeat("-", many) + "1;")), Code::nesting_too_deep);
  EXPECT_EQ(first_code(in_kernel("let x = 1" + repeat(" + 1", many) + ";")),
            Code::nesting_too_deep);
  EXPECT_EQ(first_code(in_kernel("let x = y" + repeat(".x", many) + ";")), Code::nesting_too_deep);
  EXPECT_EQ(first_code(in_kernel("let x = 1" + repeat(" as s32", 5'000) + ";")),
            Code::nesting_too_deep);
  EXPECT_EQ(first_code(in_kernel(repeat("if true { ", 2'000))), Code::nesting_too_deep);
  EXPECT_EQ(first_code(in_kernel("if true { }" + repeat(" else if true { }", 2'000))),
            Code::nesting_too_deep);
  EXPECT_EQ(first_code(in_kernel("let x = " + repeat("[", many))), Code::nesting_too_deep);
  EXPECT_EQ(first_code(in_kernel("let x: " + repeat("[f32; ", 5'000))), Code::nesting_too_deep);
}

// Blocks inside long sums inside blocks: every level alone is within the limits.
TEST(KernelLimits, TotalHeight) {
  const std::string sum = repeat("1 + ", 60);
  EXPECT_EQ(first_code(in_kernel("let x = " + repeat(sum + "{ let y = ", 30) + "1" +
                                 repeat("; y }", 30) + ";")),
            Code::nesting_too_deep);
}

TEST(KernelLimits, Counts) {
  EXPECT_EQ(first_code(in_kernel(repeat("f(1,1,1);", 6'000))), Code::program_too_large);
  EXPECT_EQ(first_code(in_kernel(repeat("let x=1;", 1'100))), Code::too_many);
  std::string tensors = "o: &mut Tensor<f32>";
  for (int i = 0; i < 20; ++i) tensors += ", t" + std::to_string(i) + ": Tensor<f32>";
  EXPECT_EQ(first_code("fn k(" + tensors + ") { }"), Code::too_many);
  std::string chain = "fn g0(x: f32) -> f32 { x }\n";
  for (int i = 1; i < 30; ++i)
    chain += "fn g" + std::to_string(i) + "(x: f32) -> f32 { g" + std::to_string(i - 1) + "(x) }\n";
  EXPECT_EQ(first_code(chain + in_kernel("output[0] = g29(1.0);")), Code::too_many);
}

TEST(KernelLimits, AtMostTwentyDiagnostics) {
  const Compiled compiled = compile(Source("test.dk", in_kernel(repeat("a = b;", 500))), {});
  EXPECT_EQ(compiled.diagnostics.size(), max_diagnostics);
}

// Every prefix and every text with one byte changed, of a kernel that uses most of the language.
TEST(KernelLimits, BrokenTextIsOnlyReported) {
  const std::string text =
      "fn f(x: f32) -> f32 { if x > 0.0 { x } else { -x } }\n"
      "#[cube(4)] fn k(input: Tensor<f32>, output: &mut Tensor<f32>, n: s32) {\n"
      "  shared t: [s32; 4]; let mut a: [f32; 3] = [0.0; 3]; let mut v = vec3(1.0, 2.0, f(3.0));\n"
      "  for i in 0..n { a[i] += input.clamped(i) * 2.0; v.x = a[i]; }\n"
      "  while n > 3 && atomic_add(t[0], 1) < 2 { break; } sync_cube();\n"
      "  output[ABSOLUTE_POS] = if n == 2 { let q = v.zy; q.x } else { 0x1F as f32 };\n"
      "  print(\"{{{}}} \\\"{}\\\"\", n, v);\n}\n";
  ASSERT_TRUE(compile(Source("test.dk", text), {}).module);
  for (std::size_t i = 0; i < text.size(); ++i) {
    const Compiled prefix = compile(Source("test.dk", text.substr(0, i)), {});
    EXPECT_TRUE(!prefix.module || i + 2 >= text.size());
    for (char c : {'(', '}', ';', '=', '1', 'x', '.', '-', '\0', '\xFF'}) {
      std::string changed = text;
      changed[i] = c;
      const Source source("test.dk", changed);
      const Compiled compiled = compile(source, {});
      EXPECT_NE(compiled.module == nullptr, compiled.diagnostics.empty());
      EXPECT_EQ(render(source, compiled.diagnostics).empty(), compiled.diagnostics.empty());
    }
  }
}

}  // namespace
}  // namespace dala::kernel
