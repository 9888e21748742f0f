// How many rounds loops take, at most: what a driver that ends them, and a time limit, go by. Too
// many is slow; too few would be a wrong answer.
#include <gtest/gtest.h>

#include <array>

#include "kernel/analysis/loop_rounds.hpp"
#include "kernel/compile.hpp"

namespace dala::kernel {
namespace {

// Of a kernel with this body over 100 elements of `a`, with n = 1000.
std::int64_t rounds(const std::string& body, const std::string& before = "") {
  const Compiled compiled =
      compile(Source("test.dk", before +
                                    "\nfn k(a: Tensor<s32>, output: &mut Tensor<s32>, n: s32, "
                                    "f: f32) {\nlet mut s = 0;\n" +
                                    body + "\noutput[ABSOLUTE_POS] = s;\n}"),
              {});
  EXPECT_TRUE(compiled.module) << body;
  if (!compiled.module) return -1;
  const std::array<std::uint64_t, 2> params = {1000, 0x41200000};  // 10.0
  const std::array<Shape, 2> shapes = {Shape{100}, Shape{100}};
  return loop_rounds(*compiled.module, {.params = params, .shapes = shapes}).in_all;
}

TEST(LoopRounds, AreThoseOfTheLoopsAndTheirEnds) {
  EXPECT_EQ(rounds("s = 1;"), 0);
  EXPECT_EQ(rounds("for i in 0..10 { s += i; }"), 11);
  EXPECT_EQ(rounds("for i in 0..n { s += i; }"), 1001);
  EXPECT_EQ(rounds("for i in 5..n / 2 { s += i; }"), 496);
  EXPECT_EQ(rounds("for i in n..5 { s += i; }"), 1);
  EXPECT_EQ(rounds("for i in 0..a.len() { s += i; }"), 101);
  EXPECT_EQ(rounds("for i in 0..output.shape(0) { s += i; }"), 101);
  EXPECT_EQ(rounds("for i in 0..f as s32 { s += i; }"), 11);
  EXPECT_EQ(rounds("for i in 0..ABSOLUTE_POS { s += i; }"), 100);
  EXPECT_EQ(rounds("for i in 0..10 { for j in 0..10 { s += j; } }"), 10 * 12 + 1);
  EXPECT_EQ(rounds("for i in 0..10 { for j in 0..i { s += j; } }"), 10 * 11 + 1);
  EXPECT_EQ(rounds("if n > 3 { for i in 0..10 { s += i; } } else { for i in 0..20 { s += i; } }"),
            32);
  EXPECT_EQ(rounds("for i in 0..min(a[0], 50) { s += i; }"), 51);
  EXPECT_EQ(rounds("let b = ABSOLUTE_POS * 10;\nfor i in b + 1..min(b + 8, n) { s += i; }"), 8);
}

TEST(LoopRounds, OfWhilesThatCount) {
  EXPECT_EQ(rounds("while s < n { s += 1; }"), 1002);
  EXPECT_EQ(rounds("while s <= n { s += 1; }"), 1003);
  EXPECT_EQ(rounds("let mut k = n;\nwhile k > 0 { k -= 1; s += k; }"), 1002);
  EXPECT_EQ(rounds("let mut k = 5;\nwhile k < n { s += k; k += 100; }"), 11);
  EXPECT_EQ(rounds("let mut k = 0;\nwhile a[k] > 3 && k < 20 { k += 1; }"), 22);
  EXPECT_LE(rounds("let b = ABSOLUTE_POS % 7 * 1000;\nlet mut k = b + 3;\n"
                   "while k < b + 600 { s += k; k += 10; }"),
            63);
}

TEST(LoopRounds, OfFunctionsByWhatTheyAreCalledWith) {
  const std::string sum = "fn sum(n: s32) -> s32 { let mut t = 0; for i in 0..n { t += i; } t }";
  EXPECT_EQ(rounds("s = sum(10) + sum(20);", sum), 2 * 21);
  EXPECT_GE(rounds("s = sum(a[0]);", sum), endless / 1000000);
  EXPECT_EQ(rounds("for i in 0..10 { s += sum(i); }", sum), 10 * 11 + 1);
  // However deep calls are in each other, it takes no time.
  std::string deep = "fn f0(x: s32) -> s32 { let mut t = x; for i in 0..2 { t += i; } t }\n";
  for (int i = 1; i < 15; ++i) {
    const std::string call = "f" + std::to_string(i - 1) + "(x)";
    std::string all = call;
    for (int j = 0; j < 20; ++j) all += " + " + call;
    deep += "fn f" + std::to_string(i) + "(x: s32) -> s32 { " + all + " }\n";
  }
  EXPECT_EQ(rounds("s = f14(1);", deep), endless);
}

TEST(LoopRounds, OfWhatLoopsInGlsl) {
  EXPECT_GT(rounds("for i in 0..10 { if (i as f32) % f > 1.0 { s += 1; } }"), 2500);
}

// GLSL adds to a float until nobody else was faster; integers are added at once.
TEST(LoopRounds, OfAtomicsOfFloats) {
  const auto of = [](const std::string& type, const std::string& atomic) {
    const Compiled compiled =
        compile(Source("test.dk",
                       "fn k(o: &mut Tensor<" + type + ">) { for i in 0..100 { " + atomic + " } }"),
                {});
    EXPECT_TRUE(compiled.module) << atomic;
    return compiled.module ? loop_rounds(*compiled.module).in_all : -1;
  };
  EXPECT_EQ(of("f32", "atomic_add(o[0], 1.0);"), 100 * (64 + 1) + 1);
  EXPECT_EQ(of("f32", "atomic_exchange(o[0], 1.0);"), 101);
  EXPECT_EQ(of("u32", "atomic_add(o[0], 1);"), 101);
}

// Each of these goes round more often than it looks.
TEST(LoopRounds, AreUnknownWhereNothingIsCertain) {
  for (const char* body : {
           "while a[0] > s { s += a[1]; }",
           "while s < a[0] { s += 1; }",
           "while s < n { if a[s] > 3 { s = 0; } s += 1; }",
           "while s < n { if a[s] > 3 { continue; } s += 1; }",
           "while s < n { if a[s] > 3 { s += 1; } }",
           "while s < n { s += 1; s -= 1; }",
           "while s < n { s -= 1; }",
           "while s > 0 - n { s += 1; }",
           "while s < n { s = s * 2; }",
           "let mut e = n;\nwhile s < e { s += 1; e += 1; }",
           "while s < 2147483647 { s += 256; }",
           "while true { s += 1; if s > a[0] { break; } }",
           "for i in 0..a[0] { s += i; }",
           "for i in a[1]..n { s += i; }",
           "let mut k = 0;\nfor i in 0..10 { let b = a[i];\n while k < b + 10 { k += 1; }\n k = b; "
           "}",
       })
    EXPECT_GE(rounds(body), 1 << 24) << body;
}

}  // namespace
}  // namespace dala::kernel
