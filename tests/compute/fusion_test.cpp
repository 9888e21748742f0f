// Pipelines whose stages become one kernel: which do, and that nothing changes but the time.
#include <random>

#include "compute_fixture.hpp"

namespace dala {
namespace {

constexpr std::int64_t rows = 600;
constexpr std::int64_t columns = 1000;

class Fusion : public ComputeTest {
 protected:
  template <typename T>
  Buffer random(unsigned seed) {
    std::mt19937 numbers(seed);
    std::vector<T> values(static_cast<std::size_t>(rows * columns));
    for (T& v : values) v = static_cast<T>(static_cast<double>(numbers() % 2001) / 8 - 125);
    return must(compute.buffer(std::span<const T>(values), {rows, columns}));
  }
  template <typename T>
  Buffer empty() {
    return must(compute.buffer_zeros({rows, columns}, dtype_of<T>));
  }

  // Runs the stages that `add` gives joined and apart; both must leave the same bits in `outputs`.
  // Returns how many stages the joined plan has.
  template <typename Add>
  std::size_t run_both(const std::vector<Buffer>& outputs, Add&& add) {
    std::vector<std::vector<std::byte>> results[2];
    std::size_t planned = 0;
    for (const bool fuse : {false, true}) {
      const Pipeline pipeline = compute.pipeline({.fuse = fuse});
      add(pipeline);
      must(pipeline.run());
      for (const Buffer& output : outputs)
        results[fuse ? 1 : 0].push_back(must(output.read_bytes()));
      const Explanation explained = must(pipeline.explain());
      planned = explained.stages.size();
      text = to_string(explained);
    }
    EXPECT_TRUE(results[0] == results[1]) << "joined and apart differ";
    return planned;
  }

  void SetUp() override {
    ComputeTest::SetUp();
    must(compute.register_kernel("twice_plus",
                                 {.text = "fn f(x: s32) -> s32 { x * 2 }"
                                          "fn k(a: Tensor<s32>, o: &mut Tensor<s32>, by: s32) {"
                                          "  let mut x = f(a[ABSOLUTE_POS]);"
                                          "  for i in 0..3 { x += by; }"
                                          "  o[ABSOLUTE_POS] = x + o.shape(1); }"}));
    must(compute.register_kernel(
        "blur", {.text = "fn k(a: Tensor<f32>, o: &mut Tensor<f32>) {"
                         "  let y = ABSOLUTE_POS_Y; let x = ABSOLUTE_POS_X;"
                         "  o[y, x] = a.clamped(y - 1, x) + a.clamped(y, x + 1); }"}));
    must(compute.register_kernel(
        "sometimes", {.text = "fn k(a: Tensor<f32>, o: &mut Tensor<f32>) {"
                              "  if a[ABSOLUTE_POS] > 0.0 { o[ABSOLUTE_POS] = 1.0; } }"}));
    const Buffer small = zeros(1);
    if (must(
            compute.explain(Command{.kernel = "sometimes", .inputs = {small}, .outputs = zeros(1)}))
            .stages[0]
            .implementation == "interpreter")
      GTEST_SKIP() << "skipped: this build has no JIT, and stages are joined only with it";
  }

  std::string text;  // of the last plan
};

TEST_F(Fusion, FiveElementwiseStagesBecomeOne) {
  const Buffer a = random<float>(1);
  const Buffer b = random<float>(2);
  const Buffer out = empty<float>();
  EXPECT_EQ(
      run_both({out},
               [&](const Pipeline& p) {
                 const Buffer t = must(p.transient({rows, columns}, DType::f32));
                 const Buffer u = must(p.transient({rows, columns}, DType::f32));
                 must(p.add({.kernel = "elementwise_add", .inputs = {a, b}, .outputs = t}));
                 must(p.add({.kernel = "scalar_mul",
                             .inputs = {t},
                             .outputs = u,
                             .params = {{"scalar", 0.3}}}));
                 must(p.add(
                     {.kernel = "relu", .inputs = {u}, .outputs = t, .params = {{"slope", 0.1}}}));
                 must(p.add({.kernel = "elementwise_mul", .inputs = {t, b}, .outputs = u}));
                 must(p.add({.kernel = "clamp",
                             .inputs = {u},
                             .outputs = out,
                             .params = {{"min", -50}, {"max", 50.5}}}));
               }),
      1U);
  EXPECT_NE(text.find("5 stages joined into one kernel"), std::string::npos) << text;
  EXPECT_NE(text.find("elementwise_add + scalar_mul + relu + elementwise_mul + clamp"),
            std::string::npos)
      << text;
  EXPECT_EQ(text.find("transient memory"), std::string::npos) << text;
}

TEST_F(Fusion, IntegersWithHelpersLoopsAndParameters) {
  const Buffer a = random<std::int32_t>(3);
  const Buffer between = empty<std::int32_t>();
  const Buffer out = empty<std::int32_t>();
  EXPECT_EQ(
      run_both(
          {between, out},
          [&](const Pipeline& p) {
            must(p.add({.kernel = "twice_plus",
                        .inputs = {a},
                        .outputs = between,
                        .params = {{"by", 7}}}));
            must(p.add({.kernel = "twice_plus",
                        .inputs = {between},
                        .outputs = out,
                        .params = {{"by", -1'000'000'000}}}));
            must(p.add({.kernel = "elementwise_div", .inputs = {out, between}, .outputs = out}));
          }),
      1U);
}

TEST_F(Fusion, AStencilCanStandFirstButNotBehind) {
  const Buffer a = random<float>(4);
  const Buffer b = empty<float>();
  const Buffer c = empty<float>();
  const auto stage = [&](const Pipeline& p, const char* kernel, const Buffer& in,
                         const Buffer& out) {
    must(p.add({.kernel = kernel, .inputs = {in}, .outputs = out}));
  };
  EXPECT_EQ(run_both({b, c},
                     [&](const Pipeline& p) {
                       stage(p, "blur", a, b);
                       stage(p, "relu", b, c);
                     }),
            1U);
  EXPECT_EQ(run_both({b, c},
                     [&](const Pipeline& p) {
                       stage(p, "relu", a, b);
                       stage(p, "blur", b, c);
                     }),
            2U);
  // The stencil would see what the second stage has already written.
  const Buffer copy = must(compute.copy(a));
  const auto overwrite = [&](const Pipeline& p) {
    must(p.add({.op = Op::copy_buffer, .inputs = {copy}, .outputs = a}));
    stage(p, "blur", a, b);
    stage(p, "relu", b, a);
  };
  EXPECT_EQ(run_both({a, b}, overwrite), 3U);
}

TEST_F(Fusion, WhatDoesNotFitStaysApart) {
  const Buffer a = random<float>(5);
  const Buffer b = empty<float>();
  const Buffer c = empty<float>();
  EXPECT_EQ(run_both({b, c},
                     [&](const Pipeline& p) {
                       must(p.add({.kernel = "relu", .inputs = {a}, .outputs = b}));
                       must(p.add({.op = Op::barrier}));
                       must(p.add({.kernel = "relu", .inputs = {b}, .outputs = c}));
                     }),
            3U);
  EXPECT_EQ(run_both({b, c},
                     [&](const Pipeline& p) {
                       must(p.add({.kernel = "sometimes", .inputs = {a}, .outputs = b}));
                       must(p.add({.kernel = "relu", .inputs = {b}, .outputs = c}));
                     }),
            2U);
  const Buffer row = must(compute.buffer_zeros({columns}, DType::f32));
  EXPECT_EQ(run_both({b, c},
                     [&](const Pipeline& p) {  // broadcast
                       must(p.add({.kernel = "elementwise_add", .inputs = {a, row}, .outputs = b}));
                       must(p.add({.kernel = "relu", .inputs = {b}, .outputs = c}));
                     }),
            2U);
  const Buffer tiny = floats({-1, 2});
  EXPECT_EQ(run_both({tiny},
                     [&](const Pipeline& p) {  // not worth compiling
                       must(p.add({.kernel = "relu", .inputs = {tiny}, .outputs = tiny}));
                       must(p.add({.kernel = "relu", .inputs = {tiny}, .outputs = tiny}));
                     }),
            2U);
}

TEST_F(Fusion, InPlaceChains) {
  const Buffer a = random<float>(6);
  const Buffer original = must(compute.copy(a));
  EXPECT_EQ(
      run_both({a},
               [&](const Pipeline& p) {
                 must(p.add({.op = Op::copy_buffer, .inputs = {original}, .outputs = a}));
                 must(p.add({.kernel = "elementwise_add", .inputs = {a, a}, .outputs = a}));
                 must(p.add({.kernel = "elementwise_mul", .inputs = {a, original}, .outputs = a}));
                 must(p.add({.kernel = "elementwise_sub", .inputs = {a, original}, .outputs = a}));
               }),
      2U);
}

}  // namespace
}  // namespace dala
