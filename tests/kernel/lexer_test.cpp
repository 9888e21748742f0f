#include "kernel/syntax/lexer.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace dala::kernel::syntax {
namespace {

std::vector<Token> tokens(const Source& source, std::size_t mistakes = 0) {
  Diagnostics diagnostics;
  std::vector<Token> found = lex(source, diagnostics);
  EXPECT_EQ(diagnostics.take().size(), mistakes) << source.text();
  return found;
}

std::vector<TokenKind> kinds(const std::string& text) {
  const Source source("test", text);
  std::vector<TokenKind> found;
  for (const Token& t : tokens(source)) found.push_back(t.kind);
  return found;
}

using K = TokenKind;

TEST(KernelLexer, TakesTheLongestToken) {
  EXPECT_EQ(kinds("a<<=b>>c<=d<e"),
            (std::vector{K::identifier, K::shl_assign, K::identifier, K::shr, K::identifier,
                         K::less_equal, K::identifier, K::less, K::identifier, K::end}));
  EXPECT_EQ(kinds("->-"), (std::vector{K::arrow, K::minus, K::end}));
}

TEST(KernelLexer, KeywordsAreWholeWords) {
  EXPECT_EQ(kinds("for form _for"), (std::vector{K::kw_for, K::identifier, K::identifier, K::end}));
}

TEST(KernelLexer, SkipsComments) {
  EXPECT_EQ(kinds("a // b\n/* c\n d */ e /**/"),
            (std::vector{K::identifier, K::identifier, K::end}));
}

TEST(KernelLexer, Numbers) {
  const Source source("test", "12 0xFf 1_000 2.5 3. 1e3 7u32 2f64 2.5e-1f32");
  const auto found = tokens(source);
  ASSERT_EQ(found.size(), 10U);
  EXPECT_EQ(found[0].integer, 12U);
  EXPECT_EQ(found[1].integer, 255U);
  EXPECT_EQ(found[2].integer, 1000U);
  EXPECT_EQ(found[3].real, 2.5);
  EXPECT_EQ(found[4].kind, K::real);
  EXPECT_EQ(found[5].real, 1000.0);
  EXPECT_EQ(found[6].suffix, "u32");
  EXPECT_EQ(found[7].kind, K::real);
  EXPECT_EQ(found[7].real, 2.0);
  EXPECT_EQ(found[8].real, 0.25);
}

TEST(KernelLexer, ARangeIsNotAReal) {
  EXPECT_EQ(kinds("0..9"), (std::vector{K::integer, K::dot_dot, K::integer, K::end}));
}

TEST(KernelLexer, SpansArePlaces) {
  const Source source("test", "ab\n  cd");
  const auto found = tokens(source);
  EXPECT_EQ(found[1].span, (Span{5, 7}));
  const Position at = source.position(found[1].span.begin);
  EXPECT_EQ(at.line, 2U);
  EXPECT_EQ(at.column, 3U);
  EXPECT_EQ(source.line_at(5), "  cd");
}

TEST(KernelLexer, GoesOnAfterAMistake) {
  const Source source("test", "a @ b \xC3\xA9 c 1x");
  const auto found = tokens(source, 3);
  ASSERT_EQ(found.size(), 7U);
  EXPECT_EQ(found[4].text, "c");
}

}  // namespace
}  // namespace dala::kernel::syntax
