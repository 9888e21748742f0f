// Kernels whose loops differ from invocation to invocation, which generated code runs in vectors
// with masks (kernel/jit/wide_emitter.hpp). Every run is compared with the interpreter bit for bit
// (run_helper.hpp), with sizes that fill vectors and that do not.
#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <regex>

#include "kernel/run_helper.hpp"

namespace dala::kernel {
namespace {

std::vector<std::int32_t> numbers_below(std::int64_t count, unsigned limit) {
  std::mt19937 numbers(7);
  std::vector<std::int32_t> out(static_cast<std::size_t>(count));
  for (std::int32_t& v : out) v = static_cast<std::int32_t>(numbers() % limit);
  return out;
}

// fn k(t: Tensor<s32>, o: &mut Tensor<s32>, p: s32) with `body`, after `helpers`.
void on_numbers(const std::string& body, const std::string& helpers = "") {
  const std::string text =
      helpers + "fn k(t: Tensor<s32>, o: &mut Tensor<s32>, p: s32) {" + body + "}";
  for (const std::int64_t count : {1, 5, 16, 31, 32, 33, 64, 200}) {
    std::vector<std::int32_t> in = numbers_below(count, 23);
    std::vector<std::int32_t> out(in.size(), -1);
    EXPECT_TRUE(run(text, {tensor(in)}, {tensor(out)}, {std::int64_t{5}})) << count;
  }
}

// The same on rows: fn k(t: Tensor<s32>, o: &mut Tensor<s32>).
void on_rows(const std::string& body) {
  const std::string text =
      "fn k(t: Tensor<s32>, o: &mut Tensor<s32>) {"
      "let y = ABSOLUTE_POS_Y; let x = ABSOLUTE_POS_X;" +
      body + "}";
  for (const Shape& shape : {Shape{1, 1}, Shape{3, 40}, Shape{2, 70}, Shape{9, 17}, Shape{0, 5}}) {
    for (const Shape& out_shape : {shape, Shape{4, 37}}) {
      std::vector<std::int32_t> in = numbers_below(shape.elements(), 9);
      std::vector<std::int32_t> out(static_cast<std::size_t>(out_shape.elements()), -1);
      EXPECT_TRUE(run(text, {tensor(in, shape)}, {tensor(out, out_shape)}))
          << to_string(shape) << " to " << to_string(out_shape);
    }
  }
}

constexpr const char* mandelbrot =
    "fn k(o: &mut Tensor<s32>) {"
    "  let cx = (ABSOLUTE_POS_X as f32) * 0.05 - 2.5; let cy = (ABSOLUTE_POS_Y as f32) * 0.05 - "
    "1.0;"
    "  let mut x = 0.0; let mut y = 0.0; let mut n = 0;"
    "  while n < 200 && x * x + y * y <= 4.0 {"
    "    let next = x * x - y * y + cx; y = 2.0 * x * y + cy; x = next; n += 1; }"
    "  o[ABSOLUTE_POS_Y, ABSOLUTE_POS_X] = n; }";

TEST(KernelWide, Mandelbrot) {
  std::vector<std::int32_t> out(70 * 41);
  EXPECT_TRUE(run(mandelbrot, {}, {tensor(out, {41, 70})}));
}

// What it is all for: the loop itself computes in vectors.
TEST(KernelWide, LoopsOfInvocationsBecomeVectors) {
  const auto compiler = jit::compiler();
  if (!compiler) GTEST_SKIP() << compiler.error().message;
  const std::string helper =
      "fn many(r: f32) -> f32 { let mut x = 0.5; for i in 0..1000 { x = r * x * (1.0 - x); } x }"
      "fn k(t: Tensor<f32>, o: &mut Tensor<f32>) { o[ABSOLUTE_POS] = many(t[ABSOLUTE_POS]); }";
  for (const std::string& text : {std::string(mandelbrot), helper}) {
    const auto module = compiled(text);
    ASSERT_TRUE(module);
    const auto listed = (*compiler)->list(*module, {}, jit::Listing::llvm);
    ASSERT_TRUE(listed);
    // What goes from round to round.
    EXPECT_TRUE(std::regex_search(*listed, std::regex("= phi <[0-9]+ x float>"))) << *listed;
  }
}

TEST(KernelWide, LoopsWithinLoops) {
  on_numbers(
      "let n = t[ABSOLUTE_POS]; let mut sum = 0; let mut i = 0;"
      "while i < n { let mut j = i; while j * j < n * 3 { sum += i * j + 1; j += 1; } i += 1; }"
      "o[ABSOLUTE_POS] = sum * 1000 + i;");
  on_numbers(
      "let n = t[ABSOLUTE_POS]; let mut sum = 0;"
      "for i in n - 3..n { for j in i..p + 2 { sum = sum * 3 + i - j; } }"
      "o[ABSOLUTE_POS] = sum;");
  // The same rounds for all around different ones, and the other way round.
  on_numbers(
      "let n = t[ABSOLUTE_POS]; let mut sum = 0;"
      "for i in 0..p * 20 { let mut k = n; while k > i { k -= 2; sum += k; } }"
      "o[ABSOLUTE_POS] = sum;");
  on_numbers(
      "let mut n = t[ABSOLUTE_POS]; let mut sum = 0;"
      "while n > 0 { for i in 0..p * 20 { sum = sum * 5 + i; } n -= 3; }"
      "o[ABSOLUTE_POS] = sum;");
}

TEST(KernelWide, BreakAndContinue) {
  on_numbers(
      "let n = t[ABSOLUTE_POS]; let mut sum = 0; let mut i = 0;"
      "loop { i += 1; if i % 3 == n % 3 { continue; } if i > n { break; } sum += i; }"
      "o[ABSOLUTE_POS] = sum * 100 + i;");
  // In both sides of a branch, and in one that all take.
  on_numbers(
      "let n = t[ABSOLUTE_POS]; let mut sum = 0;"
      "for i in 0..100 { if i > p + 9 { break; }"
      "  if n > 11 { if i == n - 8 { break; } else { sum += 1; continue; } } else { sum += 7;"
      "    if i > n { break; } }"
      "  sum *= 3; }"
      "o[ABSOLUTE_POS] = sum;");
  // Those that leave the inner loop go on in the outer one.
  on_numbers(
      "let n = t[ABSOLUTE_POS]; let mut sum = 0; let mut i = 0;"
      "while i < 9 { i += 1; let mut j = 0;"
      "  loop { j += 1; if j > n { break; } if j == i { continue; } sum += j; if sum > 90 { break; "
      "} }"
      "  if sum % 2 == 0 { continue; } sum += 1; }"
      "o[ABSOLUTE_POS] = sum * 64 + i;");
  // What stands behind it is run by nobody.
  on_numbers(
      "let n = t[ABSOLUTE_POS]; let mut sum = n;"
      "for i in 0..p * 20 { sum += i; continue; sum = 7 * n; }"
      "o[ABSOLUTE_POS] = sum;");
  // Loops short enough to be written out, within one that is not.
  on_numbers(
      "let mut n = t[ABSOLUTE_POS]; let mut sum = 0;"
      "while n > 0 { for i in 0..4 { if i == n % 5 { continue; } if sum > 40 + i { break; }"
      "  sum += i; } n -= 1; }"
      "o[ABSOLUTE_POS] = sum;");
}

TEST(KernelWide, ReturnFromWithin) {
  on_numbers(
      "let n = t[ABSOLUTE_POS]; o[ABSOLUTE_POS] = -7; if n == 3 { return; }"
      "let mut i = 0; while i < 30 { if i == n { o[ABSOLUTE_POS] = i * 5; return; } i += 2; }"
      "o[ABSOLUTE_POS] = i;");
  on_numbers(
      "let n = t[ABSOLUTE_POS]; let mut sum = 0;"
      "for i in 0..p * 15 { sum += i; if sum > n * n { return; } }"
      "o[ABSOLUTE_POS] = sum;");
}

TEST(KernelWide, LoopsInHelpers) {
  const std::string helpers =
      "fn root(n: s32) -> s32 { let mut i = 0; while i * i < n { i += 1; if i > 20 { return -i; } }"
      "  i }"
      "fn twice(a: vec2, n: s32) -> vec2 { let mut v = a; let mut left = root(n);"
      "  while left > 0 { v = v * 2.0 + a; left -= 1; if v.x > 1000.0 { return v.yx; } } v }"
      "fn collatz(n: s32) -> s32 { let mut m = n; let mut c = 0;"
      "  while m > 1 { m = if m % 2 == 0 { m / 2 } else { m * 3 + 1 }; c += 1; } c }";
  on_numbers("o[ABSOLUTE_POS] = root(t[ABSOLUTE_POS]);", helpers);
  on_numbers(
      "let n = t[ABSOLUTE_POS]; let v = twice(vec2(n as f32, 0.5), n * n);"
      "o[ABSOLUTE_POS] = (v.x * 7.0 + v.y) as s32;",
      helpers);
  // Called in arms and on the right side, where it would not end for the others.
  on_numbers(
      "let n = t[ABSOLUTE_POS]; let mut sum = 0; let mut i = 0;"
      "while i < n && (n < 4 || collatz(n + i) < 30) {"
      "  sum += if n > 9 { collatz(n) } else { root(i) }; i += 1; }"
      "o[ABSOLUTE_POS] = sum;",
      helpers);
}

// One that goes on for ever is called only for those that take the arm.
TEST(KernelWide, CallsOnlyForThoseThatWantThem) {
  const std::string endless =
      "fn f(n: s32) -> s32 { let mut i = n; while i != 3 { if i < 0 { continue; } i -= 1; } i }";
  on_numbers(
      "let n = t[ABSOLUTE_POS]; let wanted = n >= 3;"
      "o[ABSOLUTE_POS] = if wanted { f(n) } else { 9 };"
      "if wanted && f(n) == 3 || !wanted { o[ABSOLUTE_POS] += 1; }",
      endless);
}

TEST(KernelWide, WritesInLoops) {
  // To places of its own, some of which it has written before, and beyond the end.
  on_numbers(
      "let n = t[ABSOLUTE_POS]; let mut i = 0;"
      "while i < n { o[ABSOLUTE_POS] = i; if i % 4 == 1 { o[ABSOLUTE_POS] += n; } i += 3; }");
  on_numbers("let n = t[ABSOLUTE_POS]; for i in 0..n { o[ABSOLUTE_POS * 3 + i % 3] = i * n; }");
  on_numbers(
      "let n = t[ABSOLUTE_POS]; let mut i = n; while i > 0 { atomic_add(o[i], n); i -= 2; }");
  on_numbers(
      "let n = t[ABSOLUTE_POS]; for k in 0..n { let old = atomic_max(o[ABSOLUTE_POS - 4], k); if "
      "old > 5 { break; } }");
}

TEST(KernelWide, ReadsBeyondTheEnds) {
  on_numbers(
      "let n = t[ABSOLUTE_POS]; let mut sum = 0; let mut i = -n;"
      "while i < n { sum = sum * 2 + t[ABSOLUTE_POS + i] + t[i * 3] + t.clamped(i) +"
      "  t.mirrored(ABSOLUTE_POS - i * 2); i += 1; }"
      "o[ABSOLUTE_POS] = sum;");
  // An index that wraps from one invocation to the next.
  on_numbers(
      "let mut i = 0; let mut sum = 0;"
      "while i < t[ABSOLUTE_POS] { sum += t[ABSOLUTE_POS + (2147483647 - i)] + t[i + p]; i += 1; }"
      "o[ABSOLUTE_POS] = sum;");
  on_rows(
      "let n = t[y, x]; let mut sum = 0; let mut k = 0;"
      "while k < n { sum = sum * 3 + t[y + k, x] + t[y, x + k] + t[y - 1, x + 2] +"
      "  t.clamped(y + 1, x - 2) + t.mirrored(y - k, x + k); k += 1; }"
      "o[y, x] = sum;");
}

// Rows of pixels: the invocations of a row are its channels one after the other.
TEST(KernelWide, Channels) {
  const std::string text =
      "fn k(t: Tensor<s32>, o: &mut Tensor<s32>) {"
      "  let y = ABSOLUTE_POS_Y; let x = ABSOLUTE_POS_X; let z = ABSOLUTE_POS_Z;"
      "  let mut n = t[y, x, z]; let mut sum = CUBE_POS;"
      "  while n > 0 { sum = sum * 2 + t.clamped(y, x + 1, z) + t[y, x - 1, 0]; n -= 2; }"
      "  o[y, x, z] = sum; }";
  for (const std::int64_t channels : {1, 3, 4, 7}) {
    std::vector<std::int32_t> in = numbers_below(3 * 25 * channels, 12);
    std::vector<std::int32_t> out(in.size(), -1);
    const Shape shape{3, 25, channels};
    EXPECT_TRUE(run(text, {tensor(in, shape)}, {tensor(out, shape)})) << channels;
  }
}

TEST(KernelWide, ArraysAndVectors) {
  on_numbers(
      "let n = t[ABSOLUTE_POS]; let mut a = [0; 8]; let mut seen = [false; 5]; let mut i = 0;"
      "while i < n { a[i % 9] += n - i; a[3] ^= i; seen[n % 6] = !seen[i % 5]; i += 1; }"
      "let mut sum = 0; for j in 0..9 { sum = sum * 3 + a[j]; }"
      "if seen[n % 5] { sum += 1; } o[ABSOLUTE_POS] = sum;");
  on_numbers(
      "let n = t[ABSOLUTE_POS]; let mut v = vec3(n as f32, 1.0, 0.5); let mut i = 0;"
      "while length(v) < 900.0 { v = v * 1.5 + vec3(0.25); v.y = dot(v, v.zyx) * 0.125; i += 1;"
      "  if i > n { v.x = 0.0; break; } }"
      "o[ABSOLUTE_POS] = (v.x + v.y * 2.0 + normalize(v).z) as s32 + i;");
  // An array made anew in every round, and one in a helper.
  on_numbers(
      "let mut n = t[ABSOLUTE_POS]; let mut sum = 0;"
      "while n > 0 { let mut a = [n, n + 1, n * 2]; a[n % 3] = sum; sum += pick(a[1], n); n -= 1; }"
      "o[ABSOLUTE_POS] = sum;",
      "fn pick(a: s32, n: s32) -> s32 { let mut w = [a; 6]; w[n % 7] = n; w[a % 6] }");
}

// Where a lane that does not run divides by zero, or shifts and converts what it should not.
TEST(KernelWide, OperatorsOfThoseThatDoNotRun) {
  on_numbers(
      "let mut n = t[ABSOLUTE_POS]; let mut sum = 1000;"
      "while n > 0 { let d = n - 7; if d != 0 { let q = sum / d; sum += q % d; }"
      "  sum ^= 1 << (n + p); n -= 1; }"
      "o[ABSOLUTE_POS] = sum;");
  on_numbers(
      "let n = t[ABSOLUTE_POS]; let mut f = 1.0; let mut i = 0;"
      "while i < n { f = f * -37.5 / ((i - 4) as f32); i += 1; }"
      "o[ABSOLUTE_POS] = (f as s32) ^ ((f as u8) as s32) ^ ((f as u32) as s32);");
}

TEST(KernelWide, Maths) {
  on_numbers(
      "let n = t[ABSOLUTE_POS]; let mut f = 0.5; let mut d: f64 = 0.25; let mut i = 0;"
      "while i < n { f = sin(f) + exp(-f) * pow(f, 0.3) + sigmoid(f); d = log(d + 2.0) + atan2(d, "
      "3.0);"
      "  f = round(f * 8.0) + fract(f) + fma(f, f, -1.0) * 0.01; i += 1; }"
      "o[ABSOLUTE_POS] = (f * 1000.0) as s32 + (d * 1000.0) as s32 + popcount(n) + "
      "leading_zeros(i);");
}

void expect_stopped_wide(const std::string& body, const std::string& helpers = "") {
  std::vector<std::int32_t> in = numbers_below(40, 23);
  std::vector<std::int32_t> out(in.size());
  const auto module =
      compiled(helpers + "fn k(t: Tensor<s32>, o: &mut Tensor<s32>) {" + body + "}");
  ASSERT_TRUE(module);
  const std::vector<HostTensor> inputs = {tensor(in)};
  const std::vector<HostTensor> outputs = {tensor(out)};
  HostLaunch launch{.inputs = inputs, .outputs = outputs};
  launch.time_limit = std::chrono::milliseconds(20);
  const auto ran = run_both(*module, launch);
  ASSERT_FALSE(ran);
  EXPECT_EQ(ran.error().code, ErrorCode::kernel_failed);
}

// Of all of them only one goes on for ever.
TEST(KernelWide, TimeLimit) {
  expect_stopped_wide(
      "let mut i = ABSOLUTE_POS; while i != 17 { if i < 17 { i = 17; } }"
      "o[ABSOLUTE_POS] = i;");
  expect_stopped_wide(
      "let mut i = 0; loop { i += 1; if ABSOLUTE_POS != 35 && i > 9 { break; }"
      "  if i > 100 { i = 50; continue; } } o[ABSOLUTE_POS] = i;");
  expect_stopped_wide("o[ABSOLUTE_POS] = f(ABSOLUTE_POS);",
                      "fn f(n: s32) -> s32 { let mut i = n; while i == 21 { i = n; } i }");
}

}  // namespace
}  // namespace dala::kernel
