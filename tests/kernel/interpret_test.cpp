// What kernels do to memory.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "kernel/run_helper.hpp"

namespace dala::kernel {
namespace {

using Floats = std::vector<float>;
using Ints = std::vector<std::int32_t>;

TEST(KernelInterpret, SeedFormOfMyFilter) {
  const CompileOptions options{.kernel_name = "my_filter",
                               .params = {{"strength", ParamType::number}}};
  const auto module = compiled(
      "fn input: Tensor<f32>, output: Tensor<f32>, params: Map {\n"
      "  output[ABSOLUTE_POS] = input[ABSOLUTE_POS] * params.strength;\n}",
      options);
  ASSERT_TRUE(module);
  EXPECT_EQ(module->name, "my_filter");
  Floats in = {1, 2, 3};
  Floats out(3);
  const std::vector<HostTensor> inputs = {tensor(in)};
  const std::vector<HostTensor> outputs = {tensor(out)};
  const std::vector<ParamValue> params = {0.5};
  ASSERT_TRUE(interpret(*module, {inputs, outputs, params}));
  EXPECT_EQ(out, (Floats{0.5F, 1, 1.5F}));
}

// The answers that the authors of Philox publish with it.
TEST(KernelInterpret, PhiloxGivesThePublishedAnswers) {
  using Words = std::vector<std::uint32_t>;
  Words counters = {0,   0,   0,           0,           ~0U,         ~0U,
                    ~0U, ~0U, 0x243f6a88U, 0x85a308d3U, 0x13198a2eU, 0x03707344U};
  Words keys = {0, 0, ~0U, ~0U, 0xa4093822U, 0x299f31d0U};
  Words out(12);
  ASSERT_TRUE(
      run("#[over(keys)] fn k(counters: Tensor<u32>, keys: Tensor<u32>, out: &mut Tensor<u32>) {"
          "  let i = ABSOLUTE_POS * 4; let k = ABSOLUTE_POS * 2;"
          "  let c = uvec4(counters[i], counters[i + 1], counters[i + 2], counters[i + 3]);"
          "  let r = philox(c, uvec2(keys[k], keys[k + 1]));"
          "  out[i] = r.x; out[i + 1] = r.y; out[i + 2] = r.z; out[i + 3] = r.w; }",
          {tensor(counters), tensor(keys)}, {tensor(out)}));
  EXPECT_EQ(out,
            (Words{0x6627e8d5U, 0xe169c58dU, 0xbc57ac4cU, 0x9b00dbd8U, 0x408f276dU, 0x41c83b0eU,
                   0xa20bc7c6U, 0x6d5451fdU, 0xd16cfe09U, 0x94fdccebU, 0x5001e420U, 0x24126ea1U}));
}

TEST(KernelInterpret, RandomIsTheUpperBitsOfPhilox) {
  Floats out(4096);
  std::vector<std::uint32_t> bits(4096);
  // Names of the source mean nothing in functions that the language brings.
  ASSERT_TRUE(
      run("const c: u32 = 5; const factors: u32 = 7; const random: u32 = c * factors;"
          "fn k(out: &mut Tensor<f32>, bits: &mut Tensor<u32>) {"
          "  let i = ABSOLUTE_POS as u32; out[i] = random(random, i);"
          "  bits[i] = random_u32(35, i) ^ philox(uvec4(i, 0, 0, 0), uvec2(35, 0)).x ^ "
          "to_bits(out[i]); }",
          {}, {tensor(out), tensor(bits)}));
  for (std::size_t i = 0; i < out.size(); ++i) {
    ASSERT_GE(out[i], 0);
    ASSERT_LT(out[i], 1);
    ASSERT_EQ(out[i] * 16777216.0F, std::trunc(out[i] * 16777216.0F));
    ASSERT_EQ(bits[i], std::bit_cast<std::uint32_t>(out[i]));
  }
  EXPECT_NEAR(std::accumulate(out.begin(), out.end(), 0.0) / 4096, 0.5, 0.02);
}

TEST(KernelInterpret, OnlyWhatIsCalledIsAdded) {
  EXPECT_TRUE(compiled("fn k(o: &mut Tensor<f32>) { let random = 1.0; o[0] = random; }")
                  ->functions.empty());
  EXPECT_EQ(compiled("fn k(o: &mut Tensor<u32>) { o[0] = random_u32(1, 2); }")->functions.size(),
            2U);
}

TEST(KernelInterpret, NamedForm) {
  Floats in = {1, 2, 3};
  Floats out(3);
  ASSERT_TRUE(
      run("fn my_filter(input: Tensor<f32>, output: &mut Tensor<f32>, strength: f32) {"
          "  output[ABSOLUTE_POS] = input[ABSOLUTE_POS] * strength; }",
          {tensor(in)}, {tensor(out)}, {2.0}));
  EXPECT_EQ(out, (Floats{2, 4, 6}));
}

TEST(KernelInterpret, PositionsOfAnImage) {
  Ints out(2 * 3 * 2);
  ASSERT_TRUE(
      run("fn k(output: &mut Tensor<s32>) { output[ABSOLUTE_POS] = "
          "ABSOLUTE_POS_Y * 100 + ABSOLUTE_POS_X * 10 + ABSOLUTE_POS_Z; }",
          {}, {tensor(out, {2, 3, 2})}));
  EXPECT_EQ(out, (Ints{0, 1, 10, 11, 20, 21, 100, 101, 110, 111, 120, 121}));
}

TEST(KernelInterpret, OutsideIsZeroAndDropped) {
  Floats in = {1, 2};
  Floats out = {9, 9, 9, 9};
  ASSERT_TRUE(
      run("fn k(input: Tensor<f32>, output: &mut Tensor<f32>) {"
          "  let a = [5.0, 6.0]; let mut b = [1.0; 2]; b[7] = 3.0; b[-1] = 3.0;"
          "  output[ABSOLUTE_POS] = input[ABSOLUTE_POS - 1] + a[ABSOLUTE_POS] + b[ABSOLUTE_POS];"
          "  output[ABSOLUTE_POS + 4] = 7.0; output[-1] = 7.0; output[9000000000s64] = 7.0; }",
          {tensor(in)}, {tensor(out)}));
  EXPECT_EQ(out, (Floats{6, 8, 2, 0}));
}

// Enough invocations for generated code to take several at once.
TEST(KernelInterpret, TwoStoresToOneElementKeepTheirOrder) {
  Ints out(256);
  ASSERT_TRUE(
      run("fn k(output: &mut Tensor<s32>) {"
          "  output[ABSOLUTE_POS * 2] = -1;"
          "  output[(ABSOLUTE_POS as s64) * 2] = ABSOLUTE_POS;"
          "  output[ABSOLUTE_POS * 2 + 1] = 7; }",
          {}, {tensor(out)}));
  for (std::size_t i = 0; i < 128; ++i) {
    ASSERT_EQ(out[2 * i], static_cast<std::int32_t>(i));
    ASSERT_EQ(out[2 * i + 1], 7);
  }
}

TEST(KernelInterpret, EveryIndexIsChecked) {
  Floats in = {1, 2, 3, 4};
  Floats out(4);
  ASSERT_TRUE(
      run("fn k(input: Tensor<f32>, output: &mut Tensor<f32>) {"
          "  output[ABSOLUTE_POS_Y, ABSOLUTE_POS_X + 1] = input[ABSOLUTE_POS_Y, ABSOLUTE_POS_X] +"
          "    input[ABSOLUTE_POS_Y, ABSOLUTE_POS_X + 2]; }",
          {tensor(in, {2, 2})}, {tensor(out, {2, 2})}));
  EXPECT_EQ(out, (Floats{0, 1, 0, 3}));
}

TEST(KernelInterpret, ClampedAndMirrored) {
  Floats in = {0, 1, 2, 3};
  Floats clamped(12);
  Floats mirrored(12);
  ASSERT_TRUE(
      run("fn k(input: Tensor<f32>, a: &mut Tensor<f32>, b: &mut Tensor<f32>) {"
          "  let i = ABSOLUTE_POS - 4; a[ABSOLUTE_POS] = input.clamped(i);"
          "  b[ABSOLUTE_POS] = input.mirrored(i); }",
          {tensor(in)}, {tensor(clamped), tensor(mirrored)}));
  EXPECT_EQ(clamped, (Floats{0, 0, 0, 0, 0, 1, 2, 3, 3, 3, 3, 3}));
  EXPECT_EQ(mirrored, (Floats{2, 3, 2, 1, 0, 1, 2, 3, 2, 1, 0, 1}));
  Floats single = {5};
  Floats none;
  Floats out(1);
  const std::string both =
      "fn k(one: Tensor<f32>, none: Tensor<f32>, output: &mut Tensor<f32>) {"
      "  output[0] = one.mirrored(-7) + none.clamped(3) + none.mirrored(3); }";
  ASSERT_TRUE(run(both, {tensor(single), tensor(none)}, {tensor(out)}));
  EXPECT_EQ(out, (Floats{5}));
}

TEST(KernelInterpret, Queries) {
  Floats in(24);
  Ints out(9);
  ASSERT_TRUE(run(
      "fn k(input: Tensor<f32>, output: &mut Tensor<s32>) {"
      "  output[0] = input.len(); output[1] = input.rank();"
      "  output[2] = input.shape(0); output[3] = input.shape(2); output[4] = input.shape(3);"
      "  output[5] = input.stride(0); output[6] = input.stride(2); output[7] = input.shape(-1); }",
      {tensor(in, {2, 3, 4})}, {tensor(out)}));
  EXPECT_EQ(out, (Ints{24, 3, 2, 4, 0, 12, 1, 0, 0}));
}

TEST(KernelInterpret, CubesShareAndSync) {
  Floats in(10);
  std::iota(in.begin(), in.end(), 1.0F);
  Floats out(3);
  ASSERT_TRUE(
      run("#[cube(4)] #[over(input)] fn k(input: Tensor<f32>, output: &mut Tensor<f32>) {"
          "  shared tile: [f32; 4]; tile[UNIT_POS] = input[ABSOLUTE_POS]; sync_cube();"
          "  let mut step = CUBE_DIM / 2;"
          "  while step > 0 { if UNIT_POS < step { tile[UNIT_POS] += tile[UNIT_POS + step]; }"
          "    sync_cube(); step /= 2; }"
          "  if UNIT_POS == 0 { output[CUBE_POS] = tile[0]; } }",
          {tensor(in)}, {tensor(out)}));
  EXPECT_EQ(out, (Floats{10, 26, 19})) << "units past the edge load zero";
}

TEST(KernelInterpret, CubePositions) {
  Ints out(3 * 5);
  ASSERT_TRUE(
      run("#[cube(2, 2)] fn k(output: &mut Tensor<s32>) { output[ABSOLUTE_POS] ="
          " CUBE_POS * 100 + UNIT_POS * 10 + CUBE_COUNT_X + CUBE_COUNT_Y + CUBE_DIM - 9; }",
          {}, {tensor(out, {3, 5})}));
  EXPECT_EQ(out, (Ints{0, 10, 100, 110, 200, 20, 30, 120, 130, 220, 300, 310, 400, 410, 500}));
}

TEST(KernelInterpret, TiledTransposeNeedsTheBarrier) {
  Ints in(6);
  std::iota(in.begin(), in.end(), 0);
  Ints out(6);
  ASSERT_TRUE(
      run("#[cube(2, 2)] #[over(a)] fn t(a: Tensor<s32>, b: &mut Tensor<s32>) {"
          "  shared tile: [s32; 4]; tile[UNIT_POS_Y * 2 + UNIT_POS_X] = a[ABSOLUTE_POS_Y, "
          "ABSOLUTE_POS_X];"
          "  sync_cube();"
          "  b[CUBE_POS_X * 2 + UNIT_POS_Y, CUBE_POS_Y * 2 + UNIT_POS_X] ="
          "    tile[UNIT_POS_X * 2 + UNIT_POS_Y]; }",
          {tensor(in, {2, 3})}, {tensor(out, {3, 2})}));
  EXPECT_EQ(out, (Ints{0, 3, 1, 4, 2, 5}));
}

// Whole numbers, so that no order of the additions gives another sum.
TEST(KernelInterpret, AtomicsOfFloats) {
  Floats in(4096);
  std::iota(in.begin(), in.end(), 1.0F);
  Floats sums = {0.5F, 7};
  Floats last(64);
  ASSERT_TRUE(
      run("#[cube(64)] #[over(input)]"
          "fn k(input: Tensor<f32>, sums: &mut Tensor<f32>, last: &mut Tensor<f32>) {"
          "  shared part: [f32; 3]; atomic_add(part[1], input[ABSOLUTE_POS] % 8.0);"
          "  atomic_add(part[3], 1.0); sync_cube();"
          "  if UNIT_POS == 0 { atomic_add(sums[0], part[1]); atomic_add(sums[-1], part[1]);"
          "    last[CUBE_POS] = atomic_exchange(part[2], 9.0) + atomic_add(part[2], 1.0) + "
          "part[2]; } }",
          {tensor(in)}, {tensor(sums), tensor(last)}));
  EXPECT_EQ(sums, (Floats{512 * 28 + 0.5F, 7}));
  EXPECT_EQ(last, Floats(64, 19));
}

TEST(KernelInterpret, Atomics) {
  std::vector<std::uint8_t> in = {1, 2, 1, 1};
  std::vector<std::uint32_t> bins(3);
  Ints all = {5, 5, 5, 0b1100, 0b1100, 0b1100, 7, 0};
  ASSERT_TRUE(
      run("#[over(input)] fn k(input: Tensor<u8>, bins: &mut Tensor<u32>) {"
          "  atomic_add(bins[input[ABSOLUTE_POS]], 1); atomic_add(bins[99], 1); }",
          {tensor(in)}, {tensor(bins)}));
  EXPECT_EQ(bins, (std::vector<std::uint32_t>{0, 3, 1}));
  std::vector<std::uint8_t> one = {0};
  ASSERT_TRUE(
      run("#[over(input)] fn k(input: Tensor<u8>, t: &mut Tensor<s32>) {"
          "  atomic_add(t[0], -6); atomic_min(t[1], -3); atomic_max(t[2], 9);"
          "  atomic_and(t[3], 10); atomic_or(t[4], 3); atomic_xor(t[5], 6);"
          "  t[7] = atomic_exchange(t[6], 1) + atomic_add(t[-1], 4); }",
          {tensor(one)}, {tensor(all)}));
  EXPECT_EQ(all, (Ints{-1, -3, 9, 8, 15, 10, 1, 7}));
}

TEST(KernelInterpret, TheOrderOfTheSourceHolds) {
  Ints t = {10, 0};
  Ints out(4);
  std::vector<std::uint8_t> one = {0};
  ASSERT_TRUE(
      run("#[over(x)] fn k(x: Tensor<u8>, t: &mut Tensor<s32>, out: &mut Tensor<s32>) {"
          "  out[0] = t[0] * 100 + atomic_add(t[0], 5) + t[0];"
          "  let b = false && atomic_add(t[1], 1) == 0; out[1] = t[1];"
          "  let c = true || atomic_add(t[1], 1) == 0; out[2] = t[1];"
          "  let mut n = 0; while atomic_add(t[1], 1) < 3 { n += 1; } out[3] = n;"
          "  if b && c { out[0] = 0; } }",
          {tensor(one)}, {tensor(t), tensor(out)}));
  EXPECT_EQ(out, (Ints{1025, 0, 0, 3}));
}

TEST(KernelInterpret, ControlFlow) {
  Ints out(8);
  ASSERT_TRUE(
      run("fn f(n: s32) -> s32 { for i in 0..100 { if i * i >= n { return i; } } -1 }"
          "fn k(output: &mut Tensor<s32>) {"
          "  let p = ABSOLUTE_POS; if p == 7 { return; }"
          "  let mut sum = 0;"
          "  for i in 0..p { if i == 2 { continue; } if i == 5 { break; } sum += i; }"
          "  let mut k = 0; loop { k += 1; if k > p { break; } }"
          "  for i in 5..0 { sum = 1000; }"
          "  output[p] = sum * 100 + k * 10 + f(p); }",
          {}, {tensor(out)}));
  EXPECT_EQ(out, (Ints{10, 21, 132, 142, 452, 863, 873, 0}));
}

TEST(KernelInterpret, VectorsAndMaths) {
  Floats out(8);
  ASSERT_TRUE(
      run("fn k(output: &mut Tensor<f32>) {"
          "  let mut v = vec3(1.0, 2.0, 2.0); output[0] = length(v); output[1] = dot(v, v.zyx);"
          "  v.y *= 4.0; output[2] = v.y; let w = 2.0 * v - vec3(1); output[3] = w.g;"
          "  output[4] = round(-2.5); output[5] = mix(2.0, 4.0, 0.25);"
          "  output[6] = smoothstep(0.0, 2.0, 1.0) + step(1.0, 1.0);"
          "  output[7] = min(0.0 / (v.x - 1.0), 3.0); }",
          {}, {tensor(out)}));
  EXPECT_EQ(out, (Floats{3, 8, 8, 15, -3, 2.5F, 1.5F, 3}));
  EXPECT_EQ(value<std::uint32_t>("let mut a = 0u32", "leading_zeros(a) + trailing_zeros(a)"), 64U);
  EXPECT_EQ(
      value<std::int32_t>("let mut a = -1", "popcount(a) + leading_zeros(a) + abs(a) + sign(a)"),
      32);
  EXPECT_EQ(value<std::uint8_t>("let mut a = 1u8", "leading_zeros(a)"), 7);
}

TEST(KernelInterpret, AnEndlessKernelIsStopped) {
  Floats out(4);
  const auto result =
      run("fn k(output: &mut Tensor<f32>) { loop { } }", {}, {tensor(out)}, {}, 10'000);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::kernel_failed);
  EXPECT_NE(result.error().message.find("10000 steps"), std::string::npos);
  Ints ints(1);
  const auto helper =
      run("fn f(x: s32) -> s32 { loop { } }"
          "fn k(output: &mut Tensor<s32>) { output[0] = f(1); }",
          {}, {tensor(ints)}, {}, 10'000);
  ASSERT_FALSE(helper);
}

TEST(KernelInterpret, LaunchesAreChecked) {
  Floats in = {1};
  Floats out = {1};
  Ints ints = {1};
  const std::string text =
      "fn k(input: Tensor<f32>, output: &mut Tensor<f32>, n: u32, s: f32, b: bool) {"
      "  output[0, 0] = input[0]; }";
  const std::vector<ParamValue> good = {1, 2.0, true};
  const auto code = [&](std::vector<HostTensor> inputs, std::vector<HostTensor> outputs,
                        std::vector<ParamValue> params) {
    const auto result = run(text, std::move(inputs), std::move(outputs), std::move(params));
    return result ? ErrorCode::internal : result.error().code;
  };
  const HostTensor output = tensor(out, {1, 1});
  EXPECT_TRUE(run(text, {tensor(in)}, {output}, good));
  EXPECT_EQ(code({}, {output}, good), ErrorCode::wrong_arity);
  EXPECT_EQ(code({tensor(ints)}, {output}, good), ErrorCode::wrong_dtype);
  EXPECT_EQ(code({tensor(in)}, {tensor(out)}, good), ErrorCode::shape_mismatch);
  EXPECT_EQ(code({tensor(in, {2})}, {output}, good), ErrorCode::wrong_length);
  EXPECT_EQ(code({tensor(in, {-1})}, {output}, good), ErrorCode::invalid_shape);
  EXPECT_EQ(code({tensor(in)}, {output}, {1}), ErrorCode::missing_param);
  EXPECT_EQ(code({tensor(in)}, {output}, {-1, 2.0, true}), ErrorCode::param_out_of_range);
  EXPECT_EQ(code({tensor(in)}, {output}, {1.5, 2.0, true}), ErrorCode::wrong_param_type);
}

TEST(KernelInterpret, AnEmptyOutputRunsNothing) {
  Floats out;
  EXPECT_TRUE(run("fn k(output: &mut Tensor<f32>) { loop { } }", {}, {tensor(out)}));
}

}  // namespace
}  // namespace dala::kernel
