// What of a text from elsewhere reaches a terminal.
#include "core/text/shown_text.hpp"

#include <gtest/gtest.h>

#include <string>

#include "core/text/log.hpp"

namespace dala {
namespace {

void expect_shown(const std::string& text, const std::string& as, std::size_t columns) {
  const ShownText made = shown_text(text);
  EXPECT_EQ(made.text, as);
  EXPECT_EQ(made.columns, columns) << as;
}

TEST(ShownText, LettersAsTheyAre) {
  expect_shown("let x = 1;", "let x = 1;", 10);
  expect_shown("größe", "größe", 5);
  expect_shown("大きさ", "大きさ", 6);
  expect_shown("e\u0301", "e\u0301", 1);  // an accent on the letter before
  expect_shown("\U0001F600", "\U0001F600", 2);
  expect_shown("a\tb", "a b", 3);
}

TEST(ShownText, NothingThatControlsATerminal) {
  expect_shown("\x1b[31mred\x07", "?[31mred?", 9);
  expect_shown("\u009b31m", "?31m", 4);         // the same escape in one character
  expect_shown("a\u202Eb\u2066c", "a?b?c", 5);  // text that runs the other way
  expect_shown(std::string("\0\x7f", 2), "??", 2);
}

TEST(ShownText, OnlyUtf8) {
  expect_shown("\xff", "?", 1);
  expect_shown("\xc3", "?", 1);       // cut off
  expect_shown("\xc0\xaf", "??", 2);  // a slash, longer than it has to be
  expect_shown("\xe0\x80\xaf", "???", 3);
  expect_shown("\xed\xa0\x80", "???", 3);  // half of a pair
  expect_shown("\xf4\x90\x80\x80", "????", 4);
  expect_shown("\xc3(x", "?(x", 3);
}

// Names of kernels and models are in what DALA_LOG=1 prints.
TEST(ShownText, IsWhatTheLogPrints) {
  testing::internal::CaptureStderr();
  log_line("ran \x1b]0;title\x07 in 1 ms\n  because\tit \u009b2J was");
  log_line("");
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "dala: ran ?]0;title? in 1 ms\n  because it ?2J was\ndala: \n");
}

}  // namespace
}  // namespace dala
