// A program may end while another of its threads is drawing.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <thread>

#include <dala/text.hpp>

#include "text_helper.hpp"

namespace dala {
namespace {

[[noreturn]] void exit_while_drawing(int round) {
  static std::atomic<int> drawn{0};
  for (int i = 0; i < 2; ++i)
    std::thread([i] {
      for (int size = 8;; size = 8 + (size + 1) % 40) {
        // Another size each time: glyphs are made anew, and old ones dropped.
        TextStyle style{.text = "The end is near \u05e9\u05dc\u05d5\u05dd " +
                                std::to_string(size * (i + 1))};
        style.size = size;
        static_cast<void>(draw_text(style));
        ++drawn;
      }
    }).detach();
  while (drawn < 2 + (round % 5)) std::this_thread::yield();
  std::exit(0);
}

TEST(TextExitDeathTest, AnotherThreadMayBeDrawing) {
  if (const auto drawn = draw_text({.text = "x"}); !drawn) GTEST_SKIP() << drawn.error().message;
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  for (int round = 0; round < 30; ++round)
    EXPECT_EXIT(exit_while_drawing(round), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace dala
