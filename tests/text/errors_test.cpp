// Texts and styles that cannot be, and machines without fonts.
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <thread>

#include "text/text_helper.hpp"

namespace dala::test {
namespace {

namespace fs = std::filesystem;

class TextErrors : public testing::Test {
 protected:
  void SetUp() override {
    if (const auto version = text_version(); !version)
      GTEST_SKIP() << "skipped: " << version.error().message;
  }
};

void expect_rejected(const TextStyle& style, const std::string& mentions) {
  expect_error(layout_text(style), ErrorCode::invalid_argument, mentions);
  expect_error(draw_text(style), ErrorCode::invalid_argument, mentions);
}

TEST_F(TextErrors, TextMustBeUtf8) {
  expect_rejected({.text = "ab\xFF"}, "byte 2 is 0xFF");
  expect_rejected({.text = "\xC3"}, "byte 0 is 0xC3");      // cut off
  expect_rejected({.text = "\xC0\x80"}, "not UTF-8");       // too long a form
  expect_rejected({.text = "a\xED\xA0\x80"}, "not UTF-8");  // half of a pair
  expect_rejected({.text = std::string(65537, 'a')}, "65537 bytes");
}

TEST_F(TextErrors, NumbersMustBeInRange) {
  const double nan = std::nan("");
  const double infinite = std::numeric_limits<double>::infinity();
  for (const double size : {0.0, -3.0, 1e9, nan, infinite})
    expect_rejected({.text = "a", .size = size}, "size is ");
  for (const double length : {-1.0, 1e9, nan, infinite}) {
    expect_rejected({.text = "a", .outline = {.width = length}}, "outline.width is ");
    expect_rejected({.text = "a", .shadow = {.blur = length}}, "shadow.blur is ");
    expect_rejected({.text = "a", .background = {.padding_x = length}}, "background.padding_x is ");
    expect_rejected({.text = "a", .background = {.radius = length}}, "background.radius is ");
    expect_rejected({.text = "a", .line_height = length}, "line_height is ");
    expect_rejected({.text = "a", .wrap_width = length}, "wrap_width is ");
  }
  expect_rejected({.text = "a", .shadow = {.dx = nan}}, "shadow.dx is ");
  expect_rejected({.text = "a", .weight = 0}, "weight is 0");
  expect_rejected({.text = "a", .max_lines = -1}, "max_lines is -1");
  expect_rejected({.text = "a", .align = static_cast<TextAlign>(77)}, "align is 77");
}

TEST_F(TextErrors, PicturesHaveALargestSize) {
  expect_error(draw_text({.text = std::string(40, 'W'), .size = 2048}), ErrorCode::invalid_argument,
               "at most 16384 wide and high");
  expect_error(draw_text({.text = "a\nb\nc\nd\ne\nf\ng",
                          .size = 2048,
                          .background = {.padding_x = 4000},
                          .line_height = 1.1}),
               ErrorCode::invalid_argument, "pixels");
}

TEST_F(TextErrors, AFailureLeavesThePictureAlone) {
  DrawnText drawn{.left = 5};
  drawn.picture.rgba = {1, 2, 3};
  EXPECT_FALSE(draw_text({.text = std::string(40, 'W'), .size = 2048}, drawn));
  EXPECT_EQ(drawn.picture.rgba.size(), 3U);
  EXPECT_EQ(drawn.left, 5U);
}

TEST_F(TextErrors, UnknownFamiliesAreNamed) {
  if (!layout_text({.text = "a"})) GTEST_SKIP() << "skipped: this machine has no font";
  expect_rejected({.text = "a", .family = "No Such Font"},
                  "\"No Such Font\", which is not installed");
  expect_rejected({.text = "a", .family = ""}, "family is empty");
  expect_rejected({.text = "a", .family = " , "}, "not installed");
  expect_error(layout_text({.text = "a", .family = "/no/such/font.ttf"}), ErrorCode::io,
               "could not open /no/such/font.ttf: No such file or directory");
  const fs::path file = fs::temp_directory_path() / ("dala-text-" + std::to_string(getpid()));
  std::ofstream(file) << "not a font";
  expect_error(layout_text({.text = "a", .family = file.string()}), ErrorCode::bad_file,
               "no font file");
  fs::remove(file);
}

// In a process of its own, because fontconfig is asked once.
TEST_F(TextErrors, WithoutFontsTheErrorSaysSo) {
  if (std::getenv("DALA_TEST_NO_FONTS") != nullptr) {
    expect_error(draw_text({.text = "a"}), ErrorCode::unsupported, "no font on this machine");
    const char* file = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf";
    if (fs::exists(file)) {
      must(draw_text({.text = "a", .family = file}));
    }
    return;
  }
  const fs::path config = fs::temp_directory_path() / ("dala-fonts-" + std::to_string(getpid()));
  std::ofstream(config) << "<?xml version=\"1.0\"?>\n<fontconfig></fontconfig>\n";
  const std::string command = "DALA_TEST_NO_FONTS=1 FONTCONFIG_FILE=" + config.string() +
                              " /proc/" + std::to_string(getpid()) +
                              "/exe --gtest_filter=TextErrors.WithoutFontsTheErrorSaysSo";
  EXPECT_EQ(std::system((command + " > /dev/null").c_str()), 0) << command;
  fs::remove(config);
}

TEST_F(TextErrors, ManyThreadsGetTheSamePictures) {
  const auto expected = draw_text({.text = "Threads 👋 مرحبا", .outline = {.width = 2}});
  if (!expected) GTEST_SKIP() << "skipped: " << expected.error().message;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&, i] {
      for (int k = 0; k < 5; ++k) {
        EXPECT_EQ(must(draw_text({.text = "Threads 👋 مرحبا", .outline = {.width = 2}})).picture,
                  expected->picture);
        must(draw_text({.text = "other", .size = 10.0 + i + k, .weight = 700}));
      }
    });
  for (std::thread& thread : threads) thread.join();
}

// More letters than the cache holds, and texts that would be slow if anything grew with its square.
TEST_F(TextErrors, LongAndLargeTextsAreDrawn) {
  if (const auto any = layout_text({.text = "a"}); !any)
    GTEST_SKIP() << "skipped: " << any.error().message;
  std::string large;
  for (char c = '!'; c < '~'; ++c) large += c;
  for (int round = 0; round < 2; ++round)
    must(draw_text({.text = large, .size = 400, .wrap_width = 4000}));
  std::string mixed;
  while (mixed.size() + 4 < max_text_bytes) mixed += "aب ";
  must(layout_text(
      {.text = mixed, .size = 4, .wrap_width = 1000, .max_lines = 9, .ellipsis = true}));
  std::string zero_width(60000, ' ');
  for (std::size_t i = 0; i + 3 <= zero_width.size(); i += 3) zero_width.replace(i, 3, "\u200B");
  must(layout_text(
      {.text = "abc" + zero_width + "abc", .wrap_width = 60, .max_lines = 1, .ellipsis = true}));
}

}  // namespace
}  // namespace dala::test
