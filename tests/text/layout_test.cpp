// Where letters and lines end up, without looking at pixels.
#include <algorithm>

#include "text/text_helper.hpp"

namespace dala::test {
namespace {

std::vector<std::string> lines_of(const TextStyle& style) {
  std::vector<std::string> lines;
  for (const TextLine& line : must(layout_text(style)).lines)
    lines.push_back(style.text.substr(line.begin, line.end - line.begin));
  return lines;
}

class TextLayouts : public testing::Test {
 protected:
  void SetUp() override {
    if (const std::string why = lacks({.text = "a"}, "Noto Sans"); !why.empty())
      GTEST_SKIP() << "skipped: " << why;
  }
};

TEST_F(TextLayouts, GlyphsGoFromLeftToRightAndKnowTheirLetters) {
  const TextLayout layout = must(layout_text({.text = "añb", .size = 20}));
  ASSERT_EQ(layout.glyphs.size(), 3U);
  EXPECT_EQ(layout.glyphs[0].byte, 0U);
  EXPECT_EQ(layout.glyphs[1].byte, 1U);
  EXPECT_EQ(layout.glyphs[2].byte, 3U);
  EXPECT_LT(layout.glyphs[0].x, layout.glyphs[1].x);
  EXPECT_LT(layout.glyphs[1].x, layout.glyphs[2].x);
  EXPECT_EQ(layout.glyphs[0].font, layout.glyphs[2].font);
  ASSERT_EQ(layout.lines.size(), 1U);
  double sum = 0;
  for (const TextGlyph& glyph : layout.glyphs) sum += glyph.advance;
  EXPECT_NEAR(layout.lines[0].width, sum, 1e-9);
}

TEST_F(TextLayouts, ArabicIsSeenFromTheRight) {
  const TextLayout layout = must(layout_text({.text = "سلام"}));
  ASSERT_GE(layout.glyphs.size(), 3U);
  EXPECT_TRUE(layout.lines[0].right_to_left);
  EXPECT_EQ(layout.glyphs.back().byte, 0U);
  EXPECT_GT(layout.glyphs.front().byte, 0U);
  // Joined: the letter in the middle of a word is another glyph than by itself.
  const TextLayout alone = must(layout_text({.text = "س"}));
  EXPECT_NE(layout.glyphs.back().id, alone.glyphs.front().id);
}

TEST_F(TextLayouts, LinesBreakBetweenWordsAndLeaveSpacesOut) {
  const TextStyle style{.text = "one two  three", .size = 20, .wrap_width = 80};
  EXPECT_EQ(lines_of(style), (std::vector<std::string>{"one two", "three"}));
  for (const TextLine& line : must(layout_text(style)).lines) EXPECT_LE(line.width, 80);
}

TEST_F(TextLayouts, NewlinesAlwaysBreak) {
  EXPECT_EQ(lines_of({.text = "a\nb\r\n\nc"}), (std::vector<std::string>{"a", "b", "", "c"}));
  EXPECT_EQ(lines_of({.text = "a\n"}), (std::vector<std::string>{"a"}));
  EXPECT_EQ(lines_of({.text = "a\u2028b"}), (std::vector<std::string>{"a", "b"}));
}

TEST_F(TextLayouts, LettersThatBelongTogetherStayTogether) {
  // A family, a flag, a letter with two marks and a conjunct; each is wider than the line.
  for (const std::string letters : {"👩‍👩‍👧", "🇻🇳", "e\u0302\u0301", "क्ष"}) {
    const TextStyle style{.text = letters + letters, .size = 100, .wrap_width = 20};
    EXPECT_EQ(lines_of(style), (std::vector<std::string>{letters, letters})) << letters;
  }
}

TEST_F(TextLayouts, MaxLinesCutsAndSaysSo) {
  TextStyle style{.text = "one two three four", .size = 20, .wrap_width = 80, .max_lines = 2};
  TextLayout layout = must(layout_text(style));
  EXPECT_EQ(layout.lines.size(), 2U);
  EXPECT_TRUE(layout.cut);
  style.max_lines = 9;
  EXPECT_FALSE(must(layout_text(style)).cut);
  style.max_lines = 1;
  style.ellipsis = true;
  layout = must(layout_text(style));
  ASSERT_EQ(layout.lines.size(), 1U);
  EXPECT_LE(layout.lines[0].width, 80);
  EXPECT_EQ(lines_of(style)[0], "one tw");
  // The text itself is one letter shorter than what is seen.
  EXPECT_EQ(layout.glyphs.size(), 7U);
}

TEST_F(TextLayouts, ACutThatFitsStillShowsThatThereIsMore) {
  const TextLayout layout =
      must(layout_text({.text = "one\ntwo", .size = 20, .max_lines = 1, .ellipsis = true}));
  EXPECT_EQ(layout.glyphs.size(), 4U);
}

TEST_F(TextLayouts, TheEllipsisStaysEvenWhereNothingElseFits) {
  const TextLayout layout = must(layout_text(
      {.text = "wide letters", .size = 100, .wrap_width = 5, .max_lines = 1, .ellipsis = true}));
  EXPECT_EQ(layout.glyphs.size(), 1U);
}

TEST_F(TextLayouts, AlignmentMovesLines) {
  TextStyle style{.text = "long line here\nx", .size = 20};
  const auto second_x = [&](TextAlign align) {
    style.align = align;
    return must(layout_text(style)).lines[1].x;
  };
  const double width = must(layout_text(style)).lines[0].width;
  const double rest = width - must(layout_text(style)).lines[1].width;
  EXPECT_DOUBLE_EQ(second_x(TextAlign::start), 0);
  EXPECT_DOUBLE_EQ(second_x(TextAlign::left), 0);
  EXPECT_DOUBLE_EQ(second_x(TextAlign::center), rest / 2);
  EXPECT_DOUBLE_EQ(second_x(TextAlign::right), rest);
  EXPECT_DOUBLE_EQ(second_x(TextAlign::end), rest);
  style.text = "سلام عليكم جميعا\nس";
  EXPECT_DOUBLE_EQ(second_x(TextAlign::end), 0);
  EXPECT_GT(second_x(TextAlign::start), 0);
}

TEST_F(TextLayouts, LineHeightIsInEms) {
  const TextLayout layout = must(layout_text({.text = "a\nb\nc", .size = 20, .line_height = 1.5}));
  EXPECT_EQ(layout.height, 90U);
  EXPECT_DOUBLE_EQ(layout.lines[2].baseline - layout.lines[1].baseline, 30);
}

TEST_F(TextLayouts, PaddingIsPartOfTheBox) {
  TextStyle style{.text = "a", .size = 20};
  const TextLayout bare = must(layout_text(style));
  style.background = {.padding_x = 7, .padding_y = 3};
  const TextLayout padded = must(layout_text(style));
  EXPECT_EQ(padded.width, bare.width + 14);
  EXPECT_EQ(padded.height, bare.height + 6);
  EXPECT_DOUBLE_EQ(padded.lines[0].x, 7);
}

TEST_F(TextLayouts, NoTextIsAnEmptyLine) {
  for (const std::string text : {"", " ", "\n"}) {
    const DrawnText drawn = must(draw_text({.text = text, .size = 20}));
    EXPECT_GT(drawn.height, 20U);
    EXPECT_TRUE(std::ranges::all_of(drawn.picture.rgba, [](auto byte) { return byte == 0; }));
  }
}

TEST_F(TextLayouts, LettersThatNoFontHasAreCounted) {
  EXPECT_EQ(must(layout_text({.text = "a\uE123b"})).missing, 1U);
  EXPECT_EQ(must(layout_text({.text = "ab\t\x01\u200D"})).missing, 0U);
}

TEST_F(TextLayouts, TheFirstInstalledFamilyIsTaken) {
  const TextLayout layout = must(layout_text({.text = "a", .family = "No Such, DejaVu Serif"}));
  EXPECT_TRUE(uses_font(layout, "DejaVu Serif"));
}

}  // namespace
}  // namespace dala::test
