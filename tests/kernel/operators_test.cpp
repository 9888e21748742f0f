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

TEST(KernelOperators, NarrowIntegersWrapInTheirType) {
  EXPECT_EQ(value<std::int8_t>("let mut a = 127s8", "a + 1"), -128);
  EXPECT_EQ(value<std::int8_t>("let mut a = -128s8", "-a"), -128);
  EXPECT_EQ(value<std::int8_t>("let mut a = -128s8", "abs(a)"), -128);
  EXPECT_EQ(value<std::int8_t>("let mut a = -128s8; let mut b = -1s8", "a / b"), -128);
  EXPECT_EQ(value<std::int8_t>("let mut a = -128s8; let mut b = -1s8", "a % b"), 0);
  EXPECT_EQ(value<std::int8_t>("let mut a = -7s8; let mut b = 0s8", "a / b"), 0);
  EXPECT_EQ(value<std::int8_t>("let mut a = 100s8", "a * 3"), 44);
  EXPECT_EQ(value<std::int8_t>("let mut a = 3s8", "a << 6"), -64);
  EXPECT_EQ(value<std::int8_t>("let mut a = -128s8", "a >> 9"), -64);
  EXPECT_EQ(value<std::int8_t>("let mut a = -1s8", "!a"), 0);
  EXPECT_EQ(value<std::int8_t>("let mut a = -2s8", "popcount(a)"), 7);
  EXPECT_EQ(value<std::int8_t>("let mut a = 1s8", "leading_zeros(a)"), 7);
  EXPECT_EQ(value<std::int8_t>("let mut a = -1s8", "leading_zeros(a)"), 0);
  EXPECT_EQ(value<std::uint16_t>("let mut a = 65535u16", "a * a"), 1);
  EXPECT_EQ(value<std::uint16_t>("let mut a = 0u16", "a - 1"), 65535);
  EXPECT_EQ(value<std::uint16_t>("let mut a = 0x8001u16", "a << 17"), 2);
  EXPECT_EQ(value<std::int16_t>("let mut a = 32767s16", "a + 1"), -32768);
  EXPECT_EQ(value<std::int16_t>("let mut a = -300s16", "a * 300"), -24464);
  EXPECT_EQ(value<std::int16_t>("let mut a = 0s16", "leading_zeros(a) + trailing_zeros(a)"), 32);
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
  EXPECT_EQ(value<std::int8_t>("let mut x = true", "x as s8"), 1);
  EXPECT_EQ(value<std::int8_t>(nan, "x as s8"), 0);
  EXPECT_EQ(value<std::int8_t>("let mut x = -300.7", "x as s8"), -128);
  EXPECT_EQ(value<std::int8_t>("let mut x = 300.7f64", "x as s8"), 127);
  EXPECT_EQ(value<std::int8_t>("let mut x = -128.9", "x as s8"), -128);
  EXPECT_EQ(value<std::int8_t>("let mut x = 200u8", "x as s8"), -56);
  EXPECT_EQ(value<std::uint8_t>("let mut x = -56s8", "x as u8"), 200);
  EXPECT_EQ(value<std::uint16_t>("let mut x = -1s8", "x as u16"), 65535);
  EXPECT_EQ(value<std::uint16_t>("let mut x = 65535.9", "x as u16"), 65535);
  EXPECT_EQ(value<std::int16_t>("let mut x = -32768.5", "x as s16"), -32768);
  EXPECT_EQ(value<std::int64_t>("let mut x = -300s16", "x as s64"), -300);
  EXPECT_EQ(value<float>("let mut x = -300s16", "x as f32"), -300.0F);
  EXPECT_EQ(value<float>("let mut x = 16777217", "x as f32"), 16777216.0F);
  EXPECT_EQ(value<float>("let mut x = 0.1f64", "x as f32"), 0.1F);
}

TEST(KernelOperators, SmallFloatsAreComputedInF32AndRoundedOnce) {
  const auto half = [](const std::string& statements, const std::string& expression) {
    return static_cast<float>(value<f16>(statements, expression));
  };
  const auto brain = [](const std::string& statements, const std::string& expression) {
    return static_cast<float>(value<bf16>(statements, expression));
  };
  EXPECT_EQ(half("let mut a = 2048f16", "a + 1"), 2048.0F);  // a half goes to the even number
  EXPECT_EQ(half("let mut a = 2050f16", "a + 1"), 2052.0F);
  EXPECT_TRUE(std::isinf(half("let mut a = 60000f16", "a + a")));
  EXPECT_EQ(half("let mut a = 60000f16", "(a + a) / 2"), std::numeric_limits<float>::infinity());
  EXPECT_EQ(half("let mut a = 6e-8f16", "a / 2"), 0.0F);
  EXPECT_EQ(half("", "0.1"), 0.0999755859375F);
  EXPECT_EQ(half("let mut a = 3f16", "sqrt(a)"), 1.732421875F);
  EXPECT_EQ(brain("let mut a = 256bf16", "a + 1"), 256.0F);
  EXPECT_EQ(
      brain("let mut a = 3e38bf16", "a * 1.1"),
      static_cast<float>(bf16(static_cast<float>(bf16(3e38F)) * static_cast<float>(bf16(1.1F)))));
  EXPECT_EQ(value<std::uint16_t>("let mut a = 1.5f16", "to_bits(a)"), 0x3E00);
  EXPECT_EQ(value<std::uint16_t>("let mut a = 1.5bf16", "to_bits(a)"), 0x3FC0);
  EXPECT_EQ(half("let mut a = 0x3E00u16", "from_bits(a)"), 1.5F);
  EXPECT_EQ(half("let mut a = 100000", "a as f16"), std::numeric_limits<float>::infinity());
  EXPECT_EQ(value<std::int32_t>("let mut a = -2.9f16", "a as s32"), -2);
  EXPECT_EQ(value<std::uint8_t>("let mut a = 300bf16", "a as u8"), 255);
  EXPECT_EQ(half("let mut a = true", "a as f16"), 1.0F);
  EXPECT_EQ(half("let mut a = 0.33bf16", "a as f16"), 0.330078125F);
  EXPECT_EQ(half("const A: f16 = 1; const B: f16 = A / 3", "B"), static_cast<float>(f16(1.0F / 3)));
  EXPECT_EQ(value<std::int32_t>("let mut a = 0f16; let n = a / a", "if n != n { 1 } else { 0 }"),
            1);
}

// Every value to f32, and back what lies on it, halfway to the next one and beside that. Native
// code may have instructions for it.
TEST(KernelOperators, SmallFloatsAreConvertedTheSameByInterpreterAndNativeCode) {
  for (const std::string type : {"f16", "bf16"}) {
    std::vector<std::uint16_t> bits(0x10000);
    for (std::size_t i = 0; i < bits.size(); ++i) bits[i] = static_cast<std::uint16_t>(i);
    std::vector<float> wide(bits.size());
    const HostTensor given{.dtype = *dtype_from_string(type),
                           .shape = {0x10000},
                           .bytes = std::as_writable_bytes(std::span(bits))};
    ASSERT_TRUE(run("fn k(a: Tensor<" + type + ">, o: &mut Tensor<f32>) {\n" +
                        "  o[ABSOLUTE_POS] = a[ABSOLUTE_POS] as f32; }",
                    {given}, {tensor(wide)}));
    std::vector<std::uint16_t> back(4 * bits.size());
    const HostTensor narrow{.dtype = *dtype_from_string(type),
                            .shape = {4 * 0x10000},
                            .bytes = std::as_writable_bytes(std::span(back))};
    ASSERT_TRUE(
        run("fn k(x: Tensor<f32>, o: &mut Tensor<" + type + ">) {\n" +
                "  let i = ABSOLUTE_POS / 4;\n"
                "  let near = to_bits((x[i] + x[i + 1]) * 0.5) + (ABSOLUTE_POS % 4) as u32;\n"
                "  o[ABSOLUTE_POS] = (if ABSOLUTE_POS % 4 == 3 { x[i] } else { from_bits(near - "
                "1) }) as " +
                type + "; }",
            {tensor(wide)}, {narrow}));
    for (std::size_t i = 0; i < bits.size(); ++i) {
      if (std::isnan(wide[i])) continue;
      ASSERT_EQ(back[4 * i + 3], bits[i]) << type;
    }
  }
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
