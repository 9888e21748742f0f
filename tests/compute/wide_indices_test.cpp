// The form of a kernel with indices of 64 bits: when it runs, and what it says where there is none.
#include <cstdlib>

#include "compute_fixture.hpp"
#include "kernel/compile.hpp"

namespace dala {
namespace {

class WideIndices : public ComputeTest {
 protected:
  void SetUp() override {
    ComputeTest::SetUp();
    if (kernel::forces_wide_indices()) GTEST_SKIP() << "every kernel runs in that form";
  }

  // What explain says of one call.
  std::string why(const Command& command) {
    return must(compute.explain(command)).stages.at(0).why;
  }

  static constexpr std::int64_t billion = 1'000'000'000;
  static constexpr std::string_view mark = "indices of 64 bits";
};

TEST_F(WideIndices, RunWhereAParameterNeedsThem) {
  must(compute.register_kernel(
      "far", KernelSource{.text = "fn far(output: &mut Tensor<s32>, n: index) {"
                                  "  output[ABSOLUTE_POS] = ((n + ABSOLUTE_POS) / 10) as s32; }"}));
  const Buffer out = must(compute.buffer_zeros({3}, DType::s32));
  for (const std::int64_t n : {std::int64_t{18}, 9 * billion + 8}) {
    const Command command{.kernel = "far", .outputs = out, .params = {{"n", n}}};
    EXPECT_EQ(why(command).find(mark) != std::string::npos, n > billion) << why(command);
    must(compute.run_kernel("far", {}, out, {{"n", n}}));
    const auto tenth = static_cast<std::int32_t>(n / 10);
    EXPECT_EQ(must(out.read<std::int32_t>()), (std::vector<std::int32_t>{tenth, tenth, tenth + 1}));
  }
}

// Which tensors without elements show as well, and they take no memory.
TEST_F(WideIndices, RunWhereASizeNeedsThem) {
  must(compute.register_kernel(
      "copies", KernelSource{.text = "fn copies(input: Tensor<f32>, output: &mut Tensor<f32>) {"
                                     "  output[ABSOLUTE_POS] = input[ABSOLUTE_POS]; }"}));
  const Buffer longest = must(compute.buffer_zeros({0, 3 * billion}, DType::f32));
  const Buffer empty = must(compute.buffer_zeros({0}, DType::f32));
  const Command wide{.kernel = "copies", .inputs = {longest}, .outputs = empty};
  const Command narrow{.kernel = "copies", .inputs = {empty}, .outputs = empty};
  EXPECT_NE(why(wide).find(mark), std::string::npos) << why(wide);
  EXPECT_EQ(why(narrow).find(mark), std::string::npos) << why(narrow);
  must(compute.run_kernel("copies", longest, empty));
}

TEST_F(WideIndices, AreRejectedWithTheLineThatKeepsOneInS32) {
  must(compute.register_kernel(
      "pinned", KernelSource{.text = "fn pinned(output: &mut Tensor<f32>, n: index) {\n"
                                     "  let i: s32 = ABSOLUTE_POS;\n"
                                     "  output[i] = n as f32;\n}",
                             .file = "pinned.dk"}));
  const Buffer out = must(compute.buffer_zeros({2}, DType::f32));
  must(compute.run_kernel("pinned", {}, out, {{"n", 7}}));
  EXPECT_EQ(must(out.read<float>()), (std::vector<float>{7, 7}));
  const auto rejected = compute.run_kernel("pinned", {}, out, {{"n", 7 * billion}});
  ASSERT_FALSE(rejected);
  EXPECT_EQ(rejected.error().code, ErrorCode::bad_kernel);
  EXPECT_EQ(rejected.error().message,
            "pinned: `n` is 7000000000, which s32 does not hold; it needs indices of 64 bits, and "
            "its source keeps some in 32:\n"
            "error[K072]: expected s32, found an index, which has 64 bits here\n"
            " --> pinned.dk:2:16\n"
            "  |\n"
            "2 |   let i: s32 = ABSOLUTE_POS;\n"
            "  |                ^^^^^^^^^^^^\n"
            "  = hint: declare what takes it as `index`, or write `ABSOLUTE_POS as s32` where 32 "
            "bits are enough\n");
  EXPECT_EQ(must(out.read<float>()), (std::vector<float>{7, 7}));
}

// Variants are not asked for what their source cannot do in 32 bits either.
TEST_F(WideIndices, AreTheSourcesAlone) {
  const KernelVariant by_hand{
      .name = "by_hand", .run = HostKernel([](const HostCall&) -> Result<void> { return {}; })};
  must(compute.register_kernel(
      "filled", KernelSource{.text = "fn filled(input: Tensor<f32>, output: &mut Tensor<s32>,"
                                     "  n: index) { output[ABSOLUTE_POS] = (n / 100) as s32; }",
                             .variants = {by_hand}}));
  const Buffer longest = must(compute.buffer_zeros({0, 3 * billion}, DType::f32));
  const Buffer small = must(compute.buffer_zeros({1}, DType::f32));
  const Buffer out = must(compute.buffer_zeros({1}, DType::s32));
  const auto explained = [&](const Buffer& input, std::int64_t n) {
    return must(compute.explain(Command{
                    .kernel = "filled", .inputs = {input}, .outputs = out, .params = {{"n", n}}}))
        .stages.at(0);
  };
  EXPECT_EQ(explained(small, 7).implementation, "by_hand");
  for (const StageExplanation& stage : {explained(longest, 7), explained(small, 9 * billion)}) {
    EXPECT_NE(stage.why.find(mark), std::string::npos) << stage.why;
    ASSERT_FALSE(stage.rejections.empty());
    EXPECT_EQ(stage.rejections.back().implementation, "by_hand");
    EXPECT_EQ(stage.rejections.back().reason, "indices of 64 bits are the source's alone");
  }
  must(compute.run_kernel("filled", small, out, {{"n", 9 * billion}}));
  EXPECT_EQ(must(out.read<std::int32_t>()), (std::vector<std::int32_t>{90'000'000}));
}

// A parameter can be set anew while the pipeline stays as it is.
TEST_F(WideIndices, ParametersThatMayNeedThemAreNotFused) {
  must(compute.register_kernel(
      "adds",
      KernelSource{.text = "fn adds(input: Tensor<s64>, output: &mut Tensor<s64>, n: index) {"
                           "  output[ABSOLUTE_POS] = input[ABSOLUTE_POS] + (n as s64); }"}));
  const Shape shape{1 << 20};
  const Pipeline pipeline = compute.pipeline();
  const Buffer in = must(compute.buffer_zeros(shape, DType::s64));
  const Buffer between = must(pipeline.transient(shape, DType::s64));
  const Buffer out = must(compute.buffer_zeros(shape, DType::s64));
  must(pipeline.add({.kernel = "adds", .inputs = in, .outputs = between, .params = {{"n", 1}}}));
  must(pipeline.add({.kernel = "adds", .inputs = between, .outputs = out, .params = {{"n", 2}}}));
  const Explanation explanation = must(pipeline.explain());
  ASSERT_EQ(explanation.stages.size(), 2U);
  ASSERT_FALSE(explanation.stages[1].rejections.empty());
  EXPECT_EQ(explanation.stages[1].rejections[0].reason, "`n` may need indices of 64 bits");
  must(pipeline.run());
  EXPECT_EQ(must(out.read<std::int64_t>())[7], 3);
  must(pipeline.set_params(1, {{"n", 5 * billion}}));
  must(pipeline.run());
  EXPECT_EQ(must(out.read<std::int64_t>())[7], 5 * billion + 1);
}

TEST_F(WideIndices, AreNotFused) {
  const Buffer a = must(compute.buffer_zeros({0, 3 * billion}, DType::f32));
  const Pipeline pipeline = compute.pipeline();
  must(pipeline.add({.kernel = "relu", .inputs = {a}, .outputs = a}));
  must(pipeline.add({.kernel = "tanh", .inputs = {a}, .outputs = a}));
  const Explanation explanation = must(pipeline.explain());
  ASSERT_EQ(explanation.stages.size(), 2U);
  for (const StageExplanation& stage : explanation.stages) {
    ASSERT_EQ(stage.rejections.size(), 1U) << stage.kernel;
    EXPECT_EQ(stage.rejections[0].reason, "only kernels with indices of 32 bits are fused");
  }
}

}  // namespace
}  // namespace dala
