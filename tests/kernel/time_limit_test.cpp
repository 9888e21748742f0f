// Kernels that would run, or be compiled, for ever: interpreted and as generated code
// (run_helper.hpp). A test here that fails does so by never ending.
#include <gtest/gtest.h>

#include <string>

#include "kernel/analysis/cost.hpp"
#include "kernel/emit/emit.hpp"
#include "kernel/fuse/fuse.hpp"
#include "kernel/run_helper.hpp"

namespace dala::kernel {
namespace {

// Functions each of which calls the one before `calls` times, so `deep` does that many to the power
// of its depth.
std::string nested_calls(int depth, int calls) {
  std::string text = "fn f0(x: f32) -> f32 { x * 0.5 + 1.0 }\n";
  for (int i = 1; i <= depth; ++i) {
    const std::string before = "f" + std::to_string(i - 1);
    text += "fn f" + std::to_string(i) + "(x: f32) -> f32 { " + before + "(x)";
    for (int call = 1; call < calls; ++call) text += " + " + before + "(x)";
    text += " }\n";
  }
  return text + "fn deep(x: f32) -> f32 { f" + std::to_string(depth) + "(x) }\n";
}

void expect_stopped(const std::string& text, const Shape& shape = {3}) {
  std::vector<float> out(static_cast<std::size_t>(shape.elements()));
  const auto module = compiled(text);
  ASSERT_TRUE(module);
  const std::vector<HostTensor> outputs = {tensor(out, shape)};
  HostLaunch launch{.outputs = outputs};
  launch.time_limit = std::chrono::milliseconds(20);
  const auto ran = run_both(*module, launch);
  ASSERT_FALSE(ran);
  EXPECT_EQ(ran.error().code, ErrorCode::kernel_failed);
  EXPECT_NE(ran.error().message.find("stopped after 20 ms"), std::string::npos)
      << ran.error().message;
}

TEST(KernelTimeLimit, CallsWithinCalls) {
  expect_stopped(nested_calls(14, 8) +
                 "fn k(o: &mut Tensor<f32>) { o[ABSOLUTE_POS] = deep(1.0); }");
  // In a loop that would be over soon but for them, and in both arms of a choice.
  expect_stopped(nested_calls(14, 8) +
                 "fn k(o: &mut Tensor<f32>) { let mut s = 0.0; for i in 0..3 { s += deep(s); }"
                 "  o[ABSOLUTE_POS] = if s > 1.0 { deep(s) } else { deep(-s) }; }");
  // Many calls that are light by themselves.
  expect_stopped(nested_calls(3, 12) +
                 "fn k(o: &mut Tensor<f32>) { let mut s = 0.0;"
                 "  for i in 0..60000 { for j in 0..60000 { s += deep(s); } }"
                 "  o[ABSOLUTE_POS] = s; }");
}

TEST(KernelTimeLimit, CallsWithinCallsOfCubes) {
  expect_stopped(nested_calls(14, 8) +
                     "#[cube(16, 16)] fn k(o: &mut Tensor<f32>) { shared t: [f32; 4];"
                     "  t[0] = deep(1.0); sync_cube();"
                     "  o[ABSOLUTE_POS_Y, ABSOLUTE_POS_X] = t[0] + deep(2.0); }",
                 {20, 20});
}

// No single invocation takes long, and none has a loop.
TEST(KernelTimeLimit, ManyInvocations) {
  const std::string calls = nested_calls(5, 7);
  expect_stopped(calls + "fn k(o: &mut Tensor<f32>) { o[ABSOLUTE_POS] = deep(1.0); }", {4'000'000});
  // A row is one piece of the work.
  expect_stopped(
      calls + "fn k(o: &mut Tensor<f32>) { o[0, ABSOLUTE_POS_X] = deep(ABSOLUTE_POS_X as f32); }",
      {1, 4'000'000});
  // Nothing of it is known to be inside.
  expect_stopped(calls +
                     "fn k(o: &mut Tensor<f32>) {"
                     "  o[ABSOLUTE_POS_X + 5000000] = deep(ABSOLUTE_POS_X as f32); }",
                 {4'000'000});
  expect_stopped(calls +
                     "#[cube(64)] fn k(o: &mut Tensor<f32>) {"
                     "  o[ABSOLUTE_POS] = deep(ABSOLUTE_POS as f32); }",
                 {4'000'000});
}

TEST(KernelTimeLimit, Loops) {
  expect_stopped("fn k(o: &mut Tensor<f32>) { loop { } }");
  expect_stopped(
      "fn k(o: &mut Tensor<f32>) { let mut s = 0.0;"
      "  for a in 0..65000 { for b in 0..65000 { for c in 0..65000 { s += sin(s); } } }"
      "  o[0] = s; }");
}

TEST(KernelTimeLimit, NoneIsNoLimit) {
  std::vector<float> out(3);
  const auto module = compiled("fn k(o: &mut Tensor<f32>) { o[ABSOLUTE_POS] = 1.0; }");
  const std::vector<HostTensor> outputs = {tensor(out)};
  HostLaunch launch{.outputs = outputs};
  launch.time_limit = std::chrono::nanoseconds::max();
  EXPECT_TRUE(run_both(*module, launch));
  EXPECT_EQ(out, (std::vector<float>{1, 1, 1}));
}

TEST(KernelTimeLimit, TheCostOfCallsWithinCallsIsFoundAtOnce) {
  const auto module =
      compiled(nested_calls(14, 16) + "fn k(o: &mut Tensor<f32>) { o[ABSOLUTE_POS] = deep(1.0); }");
  EXPECT_EQ(cost_of_kernel(*module), too_costly);
}

TEST(KernelTimeLimit, TextsForOtherCompilersAreNotLongerWrittenOutThanTheyBear) {
  const auto text = [](int depth) {
    return nested_calls(depth, 8) + "fn k(o: &mut Tensor<f32>) { o[ABSOLUTE_POS] = deep(1.0); }";
  };
  const auto small = compiled_as_is(text(3));
  const auto large = compiled_as_is(text(14));
  for (const Language language : {Language::glsl, Language::cuda, Language::msl}) {
    EXPECT_TRUE(emit(*small, language));
    const auto made = emit(*large, language);
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().code, ErrorCode::unsupported);
    EXPECT_NE(made.error().message.find("more than 65536 expressions"), std::string::npos)
        << made.error().message;
  }
}

// Stages that each read what the one before wrote twice, and one that reads around it: computing
// the first again would take a power of two.
TEST(KernelTimeLimit, StagesThatReadTheSameTwice) {
  const auto twice = compiled(
      "fn k(a: Tensor<f32>, b: Tensor<f32>, o: &mut Tensor<f32>) {"
      "  o[ABSOLUTE_POS] = a[ABSOLUTE_POS] + b[ABSOLUTE_POS]; }");
  const auto around = compiled(
      "fn k(a: Tensor<f32>, o: &mut Tensor<f32>) { o[ABSOLUTE_POS] = a[ABSOLUTE_POS + 1]; }");
  std::vector<FusePart> parts;
  for (std::uint32_t i = 0; i < 60; ++i) parts.push_back({twice.get(), {i, i, i + 1}, "twice"});
  parts.push_back({around.get(), {60, 61}, "around"});
  std::vector<bool> kept(62, false);
  kept.back() = true;
  const auto fused = fuse(parts, kept);
  ASSERT_FALSE(fused);
  EXPECT_NE(fused.error().find("would cost more than it saves"), std::string::npos)
      << fused.error();
}

}  // namespace
}  // namespace dala::kernel
