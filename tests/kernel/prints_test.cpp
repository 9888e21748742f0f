// `print` from the IR to lines of text; what devices make of it is in conformance/print_test.cpp.
#include "kernel/launch/prints.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "kernel/fuse/fuse.hpp"
#include "kernel/ir/print.hpp"
#include "kernel/ir/rewriter.hpp"
#include "kernel/ir/verify.hpp"
#include "kernel/legalize/passes.hpp"
#include "kernel/legalize/prints.hpp"
#include "kernel/run_helper.hpp"
#include "support/goldens.hpp"
#include "support/paths.hpp"

namespace dala::kernel {
namespace {

const char* const counting =
    "fn counting(o: &mut Tensor<f32>, n: s32) {"
    "  for i in 0..n { print(\"{}\", i); } o[ABSOLUTE_POS] = 1.0; }";

// What the interpreter prints, by the statement itself and by what the pass makes of it.
std::string interpreted(const std::string& text, std::vector<HostTensor> outputs,
                        std::vector<ParamValue> params = {}) {
  const auto module = compiled(text);
  std::vector<HostTensor> again = outputs;
  std::vector<std::vector<std::byte>> copies;
  for (HostTensor& t : again) t.bytes = copies.emplace_back(t.bytes.begin(), t.bytes.end());
  PrintBuffer direct(*module);
  EXPECT_TRUE(interpret(*module, {.outputs = outputs, .params = params, .prints = direct.words}));
  ir::Module legal = *module;
  legalize_prints(legal, {});
  PrintBuffer buffer(legal);
  again.push_back(buffer.tensor());
  EXPECT_TRUE(interpret(legal, {.outputs = again, .params = params}));
  const std::string lines = printed_lines(*module, direct.words);
  EXPECT_EQ(printed_lines(legal, buffer.words), lines);
  return lines;
}

TEST(KernelPrints, LinesAreInTheOrderOfInvocations) {
  std::vector<float> out(3);
  EXPECT_EQ(interpreted(counting, {tensor(out)}, {std::int64_t{2}}),
            "counting: 0\ncounting: 1\ncounting: 0\ncounting: 1\ncounting: 0\ncounting: 1\n");
}

TEST(KernelPrints, LinesThatAreLostAreCounted) {
  std::vector<float> out(100);
  const std::string lines = interpreted(counting, {tensor(out)}, {std::int64_t{12}});
  EXPECT_TRUE(lines.ends_with("counting: ... and 176 more lines were lost\n")) << lines;
  EXPECT_EQ(std::ranges::count(lines, '\n'), 1025);
}

// docs/kernel-language.md says what this example prints.
TEST(KernelPrints, TheDocumentedExample) {
  const auto tests = test::tests_folder();
  const auto module = compiled(test::read_text(tests / "kernel" / "golden" / "print.dk"));
  std::vector<float> in = {4, 9, -1, 0.25F};
  std::vector<float> out(4);
  const std::vector inputs = {tensor(in)};
  const std::vector outputs = {tensor(out)};
  PrintBuffer buffer(*module);
  ASSERT_TRUE(interpret(*module, {.inputs = inputs, .outputs = outputs, .prints = buffer.words}));
  const std::string lines = printed_lines(*module, buffer.words);
  EXPECT_NE(
      test::read_text(tests / ".." / "docs" / "kernel-language.md").find("```\n" + lines + "```\n"),
      std::string::npos)
      << lines;
}

// Values that write something are computed once and in order, whatever they stand in.
TEST(KernelPrints, ArgumentsAreEvaluatedInOrder) {
  std::vector<std::int32_t> out(2);
  EXPECT_EQ(interpreted("#[over(o)] fn k(o: &mut Tensor<s32>) { if ABSOLUTE_POS == 0 {"
                        "  print(\"{} {} {}\", o[0], atomic_add(o[0], 5), o[0] + 1); } }",
                        {tensor(out)}),
            "k: 0 0 6\n");
  EXPECT_EQ(out[0], 5);
}

// A launch that was stopped leaves lines that were counted and never written.
TEST(KernelPrints, WordsThatNobodyWroteAreNoLines) {
  const auto module = compiled_as_is(counting);
  EXPECT_EQ(printed_lines(*module, std::span<const std::uint32_t>()), "");
  EXPECT_EQ(printed_lines(*module, std::vector<std::uint32_t>{0}), "");
  EXPECT_EQ(printed_lines(*module, std::vector<std::uint32_t>{3, 1, 7, 42, 0, 0, 0, 9, 9, 9}),
            "counting: 42\ncounting: ... and 2 more lines were lost\n");
}

TEST(KernelPrints, NumbersOfInvocationsAreAsWideAsIndices) {
  const auto module = compiled_as_is(counting, {.index = ir::Scalar::s64});
  EXPECT_EQ(printed_lines(*module, std::vector<std::uint32_t>{2, 1, 0, 1, 42, 1, 5, 0, 43}),
            "counting: 43\ncounting: 42\n");
}

// They go to a terminal, and a registration may name a kernel anything.
TEST(KernelPrints, NamesAreMadePrintable) {
  const auto module = compiled_as_is("fn output: Tensor<f32> { print(\"x\"); output[0] = 1.0; }",
                                     {.kernel_name = "odd\n\x1b[2Jname"});
  EXPECT_EQ(printed_lines(*module, std::vector<std::uint32_t>{1, 1, 0}), "odd??[2Jname: x\n");
}

TEST(KernelPrints, WithoutThemAKernelIsTheSame) {
  const auto printing = compiled(
      "fn k(o: &mut Tensor<f32>) { let x = 2.0; print(\"a\"); if x > 1.0 { print(\"b\"); }"
      "  o[0] = x; }");
  const auto silent =
      compiled("fn k(o: &mut Tensor<f32>) { let x = 2.0; if x > 1.0 { } o[0] = x; }");
  EXPECT_EQ(ir::print(without_prints(*printing)), ir::print(*silent));
  EXPECT_FALSE(does_print(without_prints(*printing)));
}

TEST(KernelPrints, KernelsThatPrintAreNotFused) {
  EXPECT_TRUE(can_be_followed(
      *compiled("fn k(a: Tensor<f32>, o: &mut Tensor<f32>) { o[ABSOLUTE_POS] = 1.0; }")));
  EXPECT_FALSE(can_be_followed(*compiled(
      "fn k(a: Tensor<f32>, o: &mut Tensor<f32>) { print(\"x\"); o[ABSOLUTE_POS] = 1.0; }")));
}

// Into a module that has messages of its own.
class Copying final : ir::Rewriter {
 public:
  Copying(const ir::Module& from, ir::Builder& to) : Rewriter(from, to) {}
  void run() {
    b_.into(b_.function().body, [&] { statements(from().kernel.body); });
  }
};

TEST(KernelPrints, AreCopiedWithTheirMessages) {
  const auto first = compiled("fn k(o: &mut Tensor<f32>) { print(\"a\"); }");
  const auto second = compiled("fn k(o: &mut Tensor<f32>) { print(\"b {}\", 1); print(\"c\"); }");
  ir::Module both = *first;
  ir::Builder builder(both, both.kernel);
  Copying(*second, builder).run();
  EXPECT_EQ(ir::find_fault(both), std::nullopt);
  EXPECT_TRUE(
      ir::print(both).ends_with("  print(\"a\")\n  print(\"b {}\", 1s32)\n  print(\"c\")\n"))
      << ir::print(both);
}

TEST(KernelPrints, TheVerifierKnowsThem) {
  const auto module = compiled("fn k(o: &mut Tensor<f32>) { print(\"{}\", 1.0); o[0] = 1.0; }");
  EXPECT_EQ(ir::find_fault(*module), std::nullopt);
  const auto fault_of = [&](auto&& change) {
    ir::Module changed = *module;
    change(changed);
    return ir::find_fault(changed).value_or("");
  };
  EXPECT_EQ(fault_of([](ir::Module& m) { m.messages[0].texts.pop_back(); }),
            "texts of a message, at 0 of `k`");
  EXPECT_EQ(fault_of([](ir::Module& m) { m.messages.clear(); }),
            "a message out of range, at 0 of `k`");
  EXPECT_EQ(fault_of([](ir::Module& m) { m.messages[0].types[0] = ir::s32_type; }),
            "an argument of a message, at 0 of `k`");
  EXPECT_EQ(fault_of([](ir::Module& m) { m.stmts[0].indices.clear(); }),
            "a number of arguments, at 0 of `k`");
}

}  // namespace
}  // namespace dala::kernel
