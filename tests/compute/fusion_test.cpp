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

  // Runs the stages that `add` gives fused and one by one; both must leave the same bits in
  // `outputs`. Returns how many stages the fused plan has.
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
    EXPECT_TRUE(results[0] == results[1]) << "fused and one by one differ";
    return planned;
  }

  static void stage(const Pipeline& p, const char* kernel, const Buffer& in, const Buffer& out) {
    must(p.add({.kernel = kernel, .inputs = {in}, .outputs = out}));
  }

  // A kernel of f32 from one tensor to another, with its place in y and x.
  void add_kernel(const char* name, const std::string& body) {
    must(compute.register_kernel(
        name, {.text = "fn k(a: Tensor<f32>, o: &mut Tensor<f32>) {"
                       "  let y = ABSOLUTE_POS_Y; let x = ABSOLUTE_POS_X; let i = ABSOLUTE_POS;" +
                       body + " }"}));
  }

  void SetUp() override {
    ComputeTest::SetUp();
    add_kernel("plus_five", "o[y, x] = a[y, x] + 5.0;");
    add_kernel("zero_edges", "o[y, x] = a[y - 1, x + 2] - a[y + 1, x - 1] * 2.0 + a[y, x];");
    add_kernel("mirrored_edges", "o[i] = a.mirrored(y - 2, x) + a.mirrored(y, x + 3);");
    add_kernel("flat_neighbours", "o[i] = a[i - 1] + a[i + 1] * 3.0 + a.clamped(i + 5000);");
    add_kernel("far_reads", "o[i] = a[y - 3, x + 2000] + a[(i as s64) - 100s64] + a[2, 3];");
    add_kernel("loop_of_reads",
               "let mut s = 0.0; for dy in 0..3 { for dx in 0..3 {"
               "  s += a[y + dy - 1, x + dx - 1]; } } o[i] = s;");
    add_kernel("reads_sometimes",
               "let mut s = 0.0; if a[y, x] > 0.0 { s = a[y - 1, x]; }"
               "let far = if s > 9.0 { a[y, x - 1] } else { a[y, x + 1] };"
               "let mut n = 0; for k in 0..3 { if a[y, x + k] > 100.0 { break; } n += 1; }"
               "o[y, x] = s + far + (n as f32);");
    add_kernel("nine_steps", "let mut v = a[i]; for n in 0..9 { v = v * 0.5 + 1.0; } o[i] = v;");
    add_kernel("by_place", "o[i] = a[i] + (x as f32);");
    add_kernel("may_not_end", "let mut v = a[i]; while v > 100.0 { v *= 0.5; } o[i] = v;");
    must(compute.register_kernel("sum_of_four",
                                 {.text = "fn k(a: Tensor<s32>, o: &mut Tensor<s32>) {"
                                          "  let y = ABSOLUTE_POS_Y; let x = ABSOLUTE_POS_X;"
                                          "  o[y, x] = a[y - 1, x] + a.clamped(y, x + 1) * 3"
                                          "    - a.mirrored(y + 1, x) + a[y, x - 1]; }"}));
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
      GTEST_SKIP() << "skipped: this build has no JIT, and stages are fused only with it";
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
  EXPECT_NE(text.find("5 stages fused into one kernel"), std::string::npos) << text;
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

TEST_F(Fusion, AStencilCanStandFirst) {
  const Buffer a = random<float>(4);
  const Buffer b = empty<float>();
  const Buffer c = empty<float>();
  EXPECT_EQ(run_both({b, c},
                     [&](const Pipeline& p) {
                       stage(p, "blur", a, b);
                       stage(p, "relu", b, c);
                     }),
            1U);
  // The stencil would see what the second stage has already written.
  const Buffer copy = must(compute.copy(a));
  const auto overwrite = [&](const Pipeline& p) {
    must(p.add({.op = Op::copy_buffer, .inputs = {copy}, .outputs = a}));
    stage(p, "blur", a, b);
    stage(p, "relu", b, a);
  };
  EXPECT_EQ(run_both({a, b}, overwrite), 3U);
}

// What the stencil reads is computed again where it reads it. plus_five of nothing is not 0, so a
// read outside that gave it would show.
TEST_F(Fusion, AStencilCanStandBehindElementwiseStages) {
  const Buffer a = random<float>(7);
  const Buffer out = empty<float>();
  for (const char* kernel : {"blur", "zero_edges", "mirrored_edges", "flat_neighbours", "far_reads",
                             "loop_of_reads", "reads_sometimes"}) {
    EXPECT_EQ(run_both({out},
                       [&](const Pipeline& p) {
                         const Buffer t = must(p.transient({rows, columns}, DType::f32));
                         stage(p, "plus_five", a, t);
                         stage(p, kernel, t, out);
                       }),
              1U)
        << kernel << "\n"
        << text;
    EXPECT_NE(text.find(std::string("plus_five + ") + kernel), std::string::npos) << text;
    EXPECT_EQ(text.find("transient memory"), std::string::npos) << text;
  }
}

TEST_F(Fusion, ChainsBeforeAndAfterAStencil) {
  const Buffer a = random<std::int32_t>(8);
  const Buffer b = random<std::int32_t>(9);
  const Buffer between = empty<std::int32_t>();
  const Buffer out = empty<std::int32_t>();
  EXPECT_EQ(
      run_both({between, out},
               [&](const Pipeline& p) {
                 const Buffer t = must(p.transient({rows, columns}, DType::s32));
                 const Buffer u = must(p.transient({rows, columns}, DType::s32));
                 must(p.add({.kernel = "elementwise_add", .inputs = {a, b}, .outputs = t}));
                 must(p.add(
                     {.kernel = "twice_plus", .inputs = {t}, .outputs = u, .params = {{"by", 7}}}));
                 must(p.add({.kernel = "elementwise_sub", .inputs = {u, t}, .outputs = t}));
                 stage(p, "sum_of_four", t, between);
                 must(p.add({.kernel = "elementwise_mul", .inputs = {between, u}, .outputs = out}));
               }),
      1U)
      << text;
}

// What the caller can see is written, and computed again all the same.
TEST_F(Fusion, WhatIsKeptIsWritten) {
  const Buffer a = random<float>(10);
  const Buffer kept = empty<float>();
  const Buffer out = empty<float>();
  EXPECT_EQ(run_both({kept, out},
                     [&](const Pipeline& p) {
                       stage(p, "plus_five", a, kept);
                       stage(p, "zero_edges", kept, out);
                     }),
            1U)
      << text;
}

TEST_F(Fusion, ComputingAgainMustPay) {
  const Buffer a = random<float>(11);
  const Buffer out = empty<float>();
  EXPECT_EQ(run_both({out},
                     [&](const Pipeline& p) {
                       const Buffer t = must(p.transient({rows, columns}, DType::f32));
                       stage(p, "sigmoid", a, t);
                       stage(p, "blur", t, out);
                     }),
            2U);
  EXPECT_NE(text.find("not fused with sigmoid: computing sigmoid again for each of 2 reads would "
                      "cost more than it saves"),
            std::string::npos)
      << text;
  // Nine reads of two stages of which each does too little to matter alone.
  EXPECT_EQ(run_both({out},
                     [&](const Pipeline& p) {
                       const Buffer t = must(p.transient({rows, columns}, DType::f32));
                       const Buffer u = must(p.transient({rows, columns}, DType::f32));
                       stage(p, "nine_steps", a, t);
                       stage(p, "nine_steps", t, u);
                       stage(p, "loop_of_reads", u, out);
                     }),
            2U);
  EXPECT_NE(
      text.find("not fused with nine_steps + nine_steps: computing nine_steps again for each of 9 "
                "reads"),
      std::string::npos)
      << text;
}

TEST_F(Fusion, WhatCannotBeComputedAgainStaysApart) {
  const Buffer a = random<float>(12);
  const Buffer out = empty<float>();
  for (const char* kernel : {"by_place", "may_not_end", "blur"}) {
    EXPECT_EQ(run_both({out},
                       [&](const Pipeline& p) {
                         const Buffer t = must(p.transient({rows, columns}, DType::f32));
                         stage(p, kernel, a, t);
                         stage(p, "blur", t, out);
                       }),
              2U)
        << kernel;
  }
  // The input is overwritten by the second stage, and neighbours would see it.
  const Buffer copy = must(compute.copy(a));
  EXPECT_EQ(run_both({a},
                     [&](const Pipeline& p) {
                       const Buffer t = must(p.transient({rows, columns}, DType::f32));
                       must(p.add({.op = Op::copy_buffer, .inputs = {copy}, .outputs = a}));
                       stage(p, "plus_five", a, t);
                       stage(p, "blur", t, a);
                     }),
            3U);
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

// Pictures, four bytes an invocation: what reads its own pixel is fused, tables and masks of other
// shapes come along, and what reads other pixels of what was computed stays apart.
TEST_F(Fusion, PixelsAndTables) {
  const Shape shape{300, 500, 4};
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(shape.elements()));
  std::mt19937 numbers(9);
  for (std::uint8_t& b : bytes) b = static_cast<std::uint8_t>(numbers());
  const Buffer in = must(compute.buffer(std::span<const std::uint8_t>(bytes), shape));
  const Buffer out = must(compute.buffer_zeros(shape, DType::u8));
  const Buffer table = must(compute.buffer<std::uint8_t>({9, 7, 5, 3}, {4}));
  must(compute.register_kernel("turn", {.text = R"(#[pixels]
      fn k(a: Tensor<u8>, o: &mut Tensor<u8>, by: u32) {
        let p = ABSOLUTE_POS * 4;
        let r = a[p]; let g = a[p + 1]; let b = a[p + 2];
        o[p] = g + (by as u8);
        o[p + 1] = b;
        o[p + 2] = r / 2;
        o[p + 3] = a[p + 3];
      })"}));
  must(compute.register_kernel("add_table", {.text = R"(#[pixels]
      fn k(a: Tensor<u8>, table: Tensor<u8>, o: &mut Tensor<u8>) {
        let y = ABSOLUTE_POS_Y; let x = ABSOLUTE_POS_X;
        let n = table.len();
        o[y, x, 0] = a[y, x, 0] + table[x % n];
        o[y, x, 1] = a[y, x, 1] + table[y % n];
        o[y, x, 2] = a[y, x, 2];
        o[y, x, 3] = a[y, x, 0] / 4;
      })"}));
  must(compute.register_kernel("left", {.text = R"(#[pixels]
      fn k(a: Tensor<u8>, o: &mut Tensor<u8>) {
        let y = ABSOLUTE_POS_Y; let x = ABSOLUTE_POS_X;
        o[y, x, 0] = a[y, x - 1, 0];
        o[y, x, 1] = a[y, x - 1, 1];
        o[y, x, 2] = a[y, x - 1, 2];
        o[y, x, 3] = a[y, x, 3];
      })"}));
  const auto chain = [&](const std::vector<std::string>& kernels) {
    return run_both({out}, [&](const Pipeline& p) {
      Buffer from = in;
      for (std::size_t i = 0; i < kernels.size(); ++i) {
        const Buffer to = i + 1 == kernels.size() ? out : must(p.transient(shape, DType::u8));
        Command stage{.kernel = kernels[i], .inputs = {from}, .outputs = to};
        if (kernels[i] == "add_table") stage.inputs.push_back(table);
        if (kernels[i] == "turn") stage.params = {{"by", static_cast<int>(i) + 1}};
        must(p.add(stage));
        from = to;
      }
    });
  };
  EXPECT_EQ(chain({"turn", "add_table", "turn"}), 1);
  EXPECT_EQ(chain({"left", "add_table", "turn", "turn"}), 1);
  EXPECT_EQ(chain({"turn", "left", "turn"}), 2);
  EXPECT_NE(text.find("it reads other pixels than its own of what turn writes"), std::string::npos)
      << text;
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
