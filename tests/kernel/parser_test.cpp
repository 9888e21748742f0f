#include <gtest/gtest.h>

#include <string>

#include "kernel/syntax/lexer.hpp"
#include "kernel/syntax/parse.hpp"

namespace dala::kernel::syntax {
namespace {

// An expression with all its parentheses.
std::string shown(const Tree& tree, ExprId id) {
  const Expr& e = tree.exprs[id];
  std::string args;
  for (std::size_t i = 0; i < e.args.size(); ++i)
    args += (i == 0 ? "" : " ") + shown(tree, e.args[i]);
  switch (e.kind) {
    case ExprKind::integer:
      return std::to_string(e.integer);
    case ExprKind::name:
      return std::string(e.text);
    case ExprKind::cast:
      return "(as " + args + " " + std::string(e.type.name) + ")";
    case ExprKind::index:
      return "(index " + args + ")";
    default:
      return "(" + std::string(e.text) + (args.empty() ? "" : " " + args) + ")";
  }
}

std::string parsed(const std::string& expression) {
  const Source source("test", "fn f() -> f32 { " + expression + " }");
  Diagnostics diagnostics;
  const auto tokens = lex(source, diagnostics);
  const Tree tree = parse(tokens, diagnostics);
  EXPECT_FALSE(diagnostics.any()) << expression;
  if (tree.functions.empty()) return "";
  return shown(tree, tree.blocks[tree.functions[0].body].tail);
}

TEST(KernelParser, PrecedenceIsRusts) {
  EXPECT_EQ(parsed("a + b * c"), "(+ a (* b c))");
  EXPECT_EQ(parsed("a - b - c"), "(- (- a b) c)");
  EXPECT_EQ(parsed("a | b ^ c & d << e + f"), "(| a (^ b (& c (<< d (+ e f)))))");
  EXPECT_EQ(parsed("a || b && c == d | e"), "(|| a (&& b (== c (| d e))))");
  EXPECT_EQ(parsed("-a as f32 * b"), "(* (as (- a) f32) b)");
  EXPECT_EQ(parsed("!a.b"), "(! (b a))");
  EXPECT_EQ(parsed("(a + b) * c"), "(* (+ a b) c)");
  EXPECT_EQ(parsed("a as u32 < b"), "(< (as a u32) b)");
}

TEST(KernelParser, CallsIndicesAndMembers) {
  EXPECT_EQ(parsed("f(a, b + 1,)"), "(f a (+ b 1))");
  EXPECT_EQ(parsed("t[y, x].r"), "(r (index t y x))");
  EXPECT_EQ(parsed("t.clamped(y - 1, x)"), "(clamped t (- y 1) x)");
}

TEST(KernelParser, BothHeaders) {
  const Source source("test",
                      "fn input: Tensor<f32>, output: Tensor<u8>, params: Map { }\n"
                      "#[cube(8, 4)] fn k(a: Tensor<s32>, b: &mut Tensor<s32>, n: f32,) { }");
  Diagnostics diagnostics;
  const auto tokens = lex(source, diagnostics);
  const Tree tree = parse(tokens, diagnostics);
  ASSERT_FALSE(diagnostics.any());
  ASSERT_EQ(tree.functions.size(), 2U);
  EXPECT_FALSE(tree.functions[0].has_name);
  ASSERT_EQ(tree.functions[0].parameters.size(), 3U);
  EXPECT_EQ(tree.functions[0].parameters[1].type.name, "u8");
  EXPECT_EQ(tree.functions[1].name, "k");
  EXPECT_TRUE(tree.functions[1].parameters[1].is_output);
  ASSERT_EQ(tree.functions[1].cube.size(), 2U);
  EXPECT_EQ(tree.exprs[tree.functions[1].cube[0]].integer, 8U);
  EXPECT_EQ(tree.exprs[tree.functions[1].cube[1]].integer, 4U);
}

TEST(KernelParser, RecoversAtTheNextStatement) {
  const Source source(
      "test",
      "fn k(o: &mut Tensor<f32>) { let = 1; o[0] = ; if { } o[1] = 2.0; let x 3; }\n"
      "fn g( { 1 }\nfn h() -> f32 { 1.0 }");
  Diagnostics diagnostics;
  const auto tokens = lex(source, diagnostics);
  const Tree tree = parse(tokens, diagnostics);
  EXPECT_GE(diagnostics.take().size(), 4U);
  EXPECT_EQ(tree.functions.back().name, "h");
}

TEST(KernelParser, AnIfEndsItsStatement) {
  const Source source("test", "fn f() -> s32 { if a { } -b; c }");
  Diagnostics diagnostics;
  const auto tokens = lex(source, diagnostics);
  const Tree tree = parse(tokens, diagnostics);
  ASSERT_FALSE(diagnostics.any());
  EXPECT_EQ(tree.blocks[tree.functions[0].body].statements.size(), 2U);
}

}  // namespace
}  // namespace dala::kernel::syntax
