// What operators, casts and literals do at the edges. `let mut` keeps them from being folded; the
// folded form is compared with it.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>

#include "kernel/run_helper.hpp"

namespace dala::kernel {
namespace {

using Limits = std::numeric_limits<std::int32_t>;

std::int32_t s32(const std::string& a, const std::string& op, const std::string& b) {
  const auto executed =
      value<std::int32_t>("let mut a: s32 = " + a + "; let mut b: s32 = " + b, "a " + op + " b");
  const auto folded = value<std::int32_t>("", "(" + a + "s32) " + op + " (" + b + "s32)");
  EXPECT_EQ(executed, folded) << a << op << b;
  return executed;
}

TEST(KernelOperators, IntegersWrap) {
  EXPECT_EQ(s32("2147483647", "+", "1"), Limits::min());
  EXPECT_EQ(s32("-2147483648", "-", "1"), Limits::max());
  EXPECT_EQ(s32("65536", "*", "65536"), 0);
  EXPECT_EQ(value<std::int32_t>("let mut a = -2147483648", "-a"), Limits::min());
  EXPECT_EQ(value<std::uint8_t>("let mut a = 250u8", "a + 10"), 4);
  EXPECT_EQ(value<std::uint32_t>("let mut a = 0u32", "a - 1"), 0xFFFF'FFFFU);
  EXPECT_EQ(value<std::int64_t>("let mut a = 9223372036854775807s64", "a + 1"),
            std::numeric_limits<std::int64_t>::min());
}

TEST(KernelOperators, DivisionIsTotal) {
  EXPECT_EQ(s32("7", "/", "0"), 0);
  EXPECT_EQ(s32("7", "%", "0"), 0);
  EXPECT_EQ(s32("-2147483648", "/", "-1"), Limits::min());
  EXPECT_EQ(s32("-2147483648", "%", "-1"), 0);
  EXPECT_EQ(s32("-7", "/", "2"), -3);
  EXPECT_EQ(s32("-7", "%", "2"), -1);
  EXPECT_EQ(
      value<std::int64_t>("let mut a: s64 = -9223372036854775808; let mut b = -1s64", "a / b"),
      std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(value<std::uint32_t>("let mut a = 4294967295u32", "a / 2"), 0x7FFF'FFFFU);
}

TEST(KernelOperators, ShiftCountsAreModuloTheWidth) {
  EXPECT_EQ(s32("1", "<<", "33"), 2);
  EXPECT_EQ(s32("-8", ">>", "1"), -4);
  EXPECT_EQ(s32("1", "<<", "-1"), Limits::min());
  EXPECT_EQ(value<std::uint8_t>("let mut a = 255u8", "a << 4"), 0xF0);
  EXPECT_EQ(value<std::uint8_t>("let mut a = 129u8", "a >> 9"), 64);
  EXPECT_EQ(value<std::uint32_t>("let mut a = 0x80000000u32; let n = 31", "a >> n"), 1U);
  EXPECT_EQ(value<std::int64_t>("let mut a = 1s64", "a << 65"), 2);
}

TEST(KernelOperators, Bits) {
  EXPECT_EQ(s32("12", "&", "10"), 8);
  EXPECT_EQ(s32("12", "|", "10"), 14);
  EXPECT_EQ(s32("12", "^", "10"), 6);
  EXPECT_EQ(value<std::uint8_t>("let mut a = 1u8", "!a"), 0xFE);
  EXPECT_EQ(value<std::int32_t>("let mut a = 5", "!a"), -6);
}

TEST(KernelOperators, FloatsFollowIeee) {
  EXPECT_TRUE(std::isinf(value<float>("let mut a = 1.0", "a / 0")));
  EXPECT_TRUE(std::isnan(value<float>("let mut a = 0.0", "a / a")));
  EXPECT_FLOAT_EQ(value<float>("let mut a = -7.5", "a % 2"), -1.5F);
  EXPECT_EQ(value<std::int32_t>("let mut a = 0.0; let n = a / a",
                                "if n == n || n < 1.0 || n >= 1.0 { 1 } else { 0 }"),
            0);
  EXPECT_EQ(value<std::int32_t>("let mut a = 0.0; let n = a / a", "if n != n { 1 } else { 0 }"), 1);
  // f32 arithmetic is rounded to f32 after every operation.
  EXPECT_EQ(value<float>("let mut a = 16777216.0", "a + 1"), 16777216.0F);
}

TEST(KernelOperators, CastsFollowRust) {
  const std::string nan = "let mut z = 0.0; let mut x = z / z";
  EXPECT_EQ(value<std::int32_t>(nan, "x as s32"), 0);
  EXPECT_EQ(value<std::int32_t>("let mut x = 3e9", "x as s32"), Limits::max());
  EXPECT_EQ(value<std::int32_t>("let mut x = -3e9", "x as s32"), Limits::min());
  EXPECT_EQ(value<std::int32_t>("let mut x = -2.9", "x as s32"), -2);
  EXPECT_EQ(value<std::uint8_t>("let mut x = 300.7", "x as u8"), 255);
  EXPECT_EQ(value<std::uint8_t>("let mut x = -1.0", "x as u8"), 0);
  EXPECT_EQ(value<std::uint32_t>("let mut x = 5e9", "x as u32"), 0xFFFF'FFFFU);
  EXPECT_EQ(value<std::int64_t>("let mut x = 1e300f64", "x as s64"),
            std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(value<std::uint8_t>("let mut x = 0x1FF", "x as u8"), 255);
  EXPECT_EQ(value<std::uint32_t>("let mut x = -1", "x as u32"), 0xFFFF'FFFFU);
  EXPECT_EQ(value<std::int64_t>("let mut x = -1", "x as s64"), -1);
  EXPECT_EQ(value<std::int64_t>("let mut x = 4294967295u32", "x as s64"), 4294967295);
  EXPECT_EQ(value<std::int32_t>("let mut x = 4294967295u32", "x as s32"), -1);
  EXPECT_EQ(value<std::int32_t>("let mut x = true", "x as s32"), 1);
  EXPECT_EQ(value<float>("let mut x = 16777217", "x as f32"), 16777216.0F);
  EXPECT_EQ(value<float>("let mut x = 0.1f64", "x as f32"), 0.1F);
}

TEST(KernelOperators, Precedence) {
  EXPECT_EQ(value<std::int32_t>("", "2 + 3 * 4 - 10 / 5"), 12);
  EXPECT_EQ(value<std::int32_t>("", "1 << 2 + 1"), 8);
  // Unlike in C, comparisons bind less than bit operators.
  EXPECT_EQ(value<std::int32_t>("", "if 6 & 3 == 2 { 1 } else { 0 }"), 1);
  EXPECT_EQ(value<float>("let mut x = 3", "-x as f32 * 2"), -6.0F);
}

TEST(KernelOperators, ConstantsAreComputedWhenCompiled) {
  EXPECT_EQ(value<std::int32_t>("const N: s32 = 3; const M: s32 = N * N - 1", "M"), 8);
  EXPECT_EQ(value<std::uint8_t>("const N: u8 = 250; const M: u8 = N + 10", "M"), 4);
  EXPECT_EQ(value<std::int64_t>("const N: s64 = -9_000_000_000", "N + 1"), -8'999'999'999);
  EXPECT_EQ(value<double>("const N: f64 = 1; const M: f64 = N / 3", "M"), 1.0 / 3);
  EXPECT_EQ(value<float>("const R: f32 = -sqrt(2.0) as f32", "R"), -std::sqrt(2.0F));
  EXPECT_EQ(value<float>("const N: u32 = 7; const F: f32 = N as f32 / 2", "F"), 3.5F);
  EXPECT_EQ(value<std::int32_t>("const B: bool = exp(0.0) == 1.0 && !false; const N: s32 = "
                                "select(B, 4, 5)",
                                "N"),
            4);
  EXPECT_EQ(value<std::int32_t>("const N: u32 = 3; let a = [7; N * 2]", "a.len()"), 6);
  EXPECT_EQ(value<std::int32_t>("let mut x = 0; { const N: s32 = 1; x += N; } { const N: s32 = 2; "
                                "x += N; } for N in 0..3 { x += N; }",
                                "x"),
            6);
}

// Beside functions they are seen by all of them, also by those that stand before.
TEST(KernelOperators, ConstantsBesideFunctions) {
  std::vector<float> out(8);
  ASSERT_TRUE(
      run("fn half(x: f32) -> f32 { x * HALF }\n"
          "const SIDE: u32 = 2;\nconst HALF: f32 = 1 / (SIDE as f32);\n"
          "#[cube(SIDE, 1, SIDE + 0)]\n"
          "fn k(output: &mut Tensor<f32>) {\n"
          "  output[ABSOLUTE_POS] = half(CUBE_DIM as f32); }",
          {}, {tensor(out)}));
  EXPECT_EQ(out, std::vector<float>(8, 2.0F));
}

TEST(KernelOperators, LiteralsTakeTheTypeOfTheirPlace) {
  EXPECT_EQ(value<double>("", "0.1"), 0.1);
  EXPECT_EQ(value<double>("let x: f64 = 1", "x + 0.1"), 1.1);
  EXPECT_EQ(value<double>("let x: f64 = 2", "1 / x"), 0.5);
  EXPECT_EQ(value<std::int64_t>("", "5000000000"), 5000000000);
  EXPECT_EQ(value<double>("", "max(0.1, 0.2)"), 0.2);
}

}  // namespace
}  // namespace dala::kernel
