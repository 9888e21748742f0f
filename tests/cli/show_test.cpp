// dala show, on a screen that is read back.
#include <chrono>
#include <thread>

#include <dala/media/still.hpp>
#include <dala/surface/record.hpp>

#include "cli/cli_helper.hpp"
#include "cli/display_helper.hpp"
#include "files/png.hpp"
#include "support/paths.hpp"

namespace dala::test {
namespace {

constexpr std::uint32_t width = 120;
constexpr std::uint32_t height = 80;

class ShowCli : public CliTest {
 protected:
  void SetUp() override {
#ifndef DALA_HAS_WINDOWS
    GTEST_SKIP() << "skipped: this build has no SDL2";
#else
    display = Display::open(path(""), width, height);
    if (!display) GTEST_SKIP() << "skipped: Xvfb is not installed";
    ASSERT_NE(display->name(), "") << "Xvfb did not start: " << read("display/number");
#endif
  }

  // Until the screen shows this, or it is clear that it will not.
  void expect_shown(const std::vector<std::string>& arguments,
                    const std::vector<std::uint8_t>& pixels) {
    std::vector<std::string> command = {dala::test::dala_program().string(), "show"};
    command.insert(command.end(), arguments.begin(), arguments.end());
    Child shown(command, {{"DISPLAY", display->name()}, {"SDL_VIDEODRIVER", "x11"}}, path("out"));
    bool same = false;
    for (int i = 0; i < 600 && shown.is_running() && !same; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      same = display->screenshot() == pixels;
    }
    EXPECT_TRUE(same) << (shown.is_running() ? "the screen shows something else" : read("out"));
    EXPECT_EQ(shown.stop(), 0) << read("out");  // as if its window had been closed
    EXPECT_NE(read("out").find("showed "), std::string::npos) << read("out");
  }

  std::unique_ptr<Display> display;
};

std::vector<std::uint8_t> noise() {
  std::vector<std::uint8_t> rgba;
  for (std::uint32_t i = 0; i < width * height; ++i)
    rgba.insert(rgba.end(), {static_cast<std::uint8_t>(i * 7), static_cast<std::uint8_t>(i * 13),
                             static_cast<std::uint8_t>(i / width), 255});
  return rgba;
}

TEST_F(ShowCli, APicture) {
  ASSERT_TRUE(files::write_png(path("a.png"), width, height, 4, noise()));
  expect_shown({path("a.png").string()}, noise());
}

TEST_F(ShowCli, ARecordingAsItsFramesWere) {
  const auto surface = Surface::create(width, height);
  ASSERT_TRUE(surface && surface->start_recording(path("a.dsurf")));
  surface->clear(colors::red);
  surface->present();
  surface->clear(colors::black);
  surface->fill_circle(50, 40, 30, {10, 200, 30, 255});
  surface->fill_rect(20, 10, 60, 30, {255, 255, 255, 100});
  surface->present();
  const auto last = surface->get_pixels();
  surface->clear(colors::blue);  // never presented
  ASSERT_TRUE(surface->stop_recording() && last);
  expect_shown({path("a.dsurf").string(), "--speed", "1000"}, *last);
}

TEST_F(ShowCli, WhatIsTransparentIsOverBlack) {
  auto half = noise();
  auto over = half;
  for (std::size_t i = 3; i < half.size(); i += 4) {
    half[i] = i % 8 == 3 ? 0 : 255;
    for (std::size_t c = 1; c <= 3; ++c) over[i - c] = half[i] == 0 ? 0 : over[i - c];
  }
  ASSERT_TRUE(files::write_png(path("a.png"), width, height, 4, half));
  expect_shown({path("a.png").string()}, over);
}

TEST_F(ShowCli, EndsByItself) {
  ASSERT_TRUE(files::write_png(path("a.png"), width, height, 4, noise()));
  const Ended ended = dala({"show", "a.png", "--seconds", "0.2"}, "DISPLAY=" + display->name());
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_EQ(ended.out, "showed a.png: 120 x 80\n");
}

TEST_F(ShowCli, APhotograph) {
  const std::vector<std::uint8_t> grey(std::size_t{width} * height * 4, 255);
  ASSERT_TRUE(media::write_picture(path("a.JPG"), {grey, width, height}));
  const Ended ended = dala({"show", "a.JPG", "--seconds", "0.2"}, "DISPLAY=" + display->name());
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_EQ(ended.out, "showed a.JPG: 120 x 80\n");
}

class ShowWithoutScreen : public CliTest {};

TEST_F(ShowWithoutScreen, IsAnError) {
#ifndef DALA_HAS_WINDOWS
  GTEST_SKIP() << "skipped: this build has no SDL2";
#endif
  ASSERT_TRUE(files::write_png(path("a.png"), width, height, 4, noise()));
  // Nothing says which driver; those that draw for nobody are none.
  expect_error(dala({"show", "a.png", "--seconds", "0.2"},
                    "env -u DISPLAY -u WAYLAND_DISPLAY -u SDL_VIDEODRIVER XDG_RUNTIME_DIR='" +
                        path("").string() + "'"),
               1, "no screen");
  const Ended ended = dala({"show", "a.png", "--seconds", "0.2"},
                           "env -u DISPLAY -u WAYLAND_DISPLAY SDL_VIDEODRIVER=offscreen");
  // Whoever asks for such a driver gets it, where it has OpenGL ES.
  EXPECT_TRUE(ended.exit_code == 0 || ended.err.find("no screen") == std::string::npos)
      << ended.err;
}

TEST_F(ShowWithoutScreen, SaysWhatAFileIs) {
  write("a.dsurf", "no recording");
  expect_error(dala({"show", "a.dsurf"}), 1,
               "it does not begin with DALASURF; a picture would end in .png");
  write("a.mp4", "");
  expect_error(dala({"show", "a.mp4"}), 2, "a.mp4 is a video by its name");
  write("a.jpg", "no picture");
  expect_error(dala({"show", "a.jpg"}), 1, "a.jpg");
}

TEST_F(ShowWithoutScreen, SaysWhatIsMissing) {
  expect_error(dala({"show", "none.dsurf"}), 1, "none.dsurf");
  ASSERT_TRUE(files::write_png(path("a.png"), width, height, 4, noise()));
  const std::string nowhere = "DISPLAY= WAYLAND_DISPLAY= SDL_VIDEODRIVER=x11";
  expect_error(dala({"show", "a.png"}, nowhere), 1, "window");
  expect_error(dala({"show", "a.png", "--speed", "0"}), 2, "--speed");
}

}  // namespace
}  // namespace dala::test
