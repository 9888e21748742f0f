// dala scene: files to videos, pictures and windows.
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include <dala/media/still.hpp>
#include <dala/media/video.hpp>
#include <dala/text.hpp>

#include "cli/cli_helper.hpp"
#include "cli/display_helper.hpp"
#include "support/paths.hpp"

namespace dala::test {
namespace {

namespace fs = std::filesystem;

// A box that moves to the right, 20 pixels a second, over blue.
constexpr const char* moving_box = R"({"width": 64, "height": 48, "fps": 10, "background": "blue",
  "nodes": [{"type": "overlay", "color": "red", "size": [16, 48],
    "animations": [{"property": "position.x",
                    "keyframes": [{"time": 0, "value": 0}, {"time": 2, "value": 40}]}]}]})";

class SceneCli : public CliTest {
 protected:
  [[nodiscard]] Rgba pixel(const std::string& file, std::uint32_t x, std::uint32_t y) const {
    const auto picture = media::read_picture(path(file));
    EXPECT_TRUE(picture) << picture.error().message;
    if (!picture) return {};
    const std::uint8_t* at = picture->rgba.data() + (std::size_t{4} * (y * picture->width + x));
    return {at[0], at[1], at[2], at[3]};
  }
};

TEST_F(SceneCli, RendersTheFrameOfATime) {
  write("box.json", moving_box);
  const Ended ended = dala({"scene", "render", "box.json", "--at", "1", "-o", "a.png"});
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_EQ(ended.out, "a.png: 64 x 48, the frame at 1 s\n");
  EXPECT_EQ(pixel("a.png", 10, 20), colors::blue);
  EXPECT_EQ(pixel("a.png", 25, 20), colors::red);
  EXPECT_EQ(dala({"scene", "render", "box.json", "-o", "b.png"}).exit_code, 0);
  EXPECT_EQ(pixel("b.png", 10, 20), colors::red);  // at 0
}

TEST_F(SceneCli, RendersAVideo) {
  if (const auto there = media::video_version(); !there)
    GTEST_SKIP() << "skipped: " << there.error().message;
  write("box.json", moving_box);
  const Ended ended = dala({"scene", "render", "box.json", "-o", "a.mp4", "--seconds", "1.5",
                            "--codec-preset", "ultrafast"});
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_NE(ended.out.find("a.mp4: 64 x 48, 15 frames of 1.5 s"), std::string::npos) << ended.out;
  const auto reader = media::VideoReader::open(path("a.mp4").string());
  ASSERT_TRUE(reader) << reader.error().message;
  media::VideoFrame frame;
  int frames = 0;
  for (; reader->read(frame).value_or(false); ++frames) {
    EXPECT_EQ(frame.time, std::chrono::milliseconds(100 * frames));
    const int box = 2 * frames;  // where it begins
    const auto red = [&](int x) { return frame.picture.rgba[std::size_t(4 * (20 * 64 + x))]; };
    EXPECT_GT(red(box + 8), 180) << frames;
    EXPECT_LT(red(box + 26), 80) << frames;
  }
  EXPECT_EQ(frames, 15);
  EXPECT_EQ(dala({"scene", "render", "box.json", "-o", "b.mkv", "--seconds", "1", "--fps", "20",
                  "--start", "1"})
                .exit_code,
            0);
  const auto second = media::VideoReader::open(path("b.mkv").string());
  ASSERT_TRUE(second && second->read(frame).value_or(false));
  EXPECT_GT(frame.picture.rgba[std::size_t{4} * (20 * 64 + 28)], 180);
}

TEST_F(SceneCli, AllDevicesGiveTheSameFrame) {
  write("box.json", moving_box);
  ASSERT_EQ(dala({"scene", "render", "box.json", "--at", "0.33", "-o", "a.png"}).exit_code, 0);
  const Ended other =
      dala({"--device", "gles", "scene", "render", "box.json", "--at", "0.33", "-o", "b.png"});
  if (other.exit_code != 0 && other.err.find("no device") != std::string::npos)
    GTEST_SKIP() << "skipped: " << other.err;
  ASSERT_EQ(other.exit_code, 0) << other.err;
  const auto a = media::read_picture(path("a.png"));
  const auto b = media::read_picture(path("b.png"));
  ASSERT_TRUE(a && b && a->rgba.size() == b->rgba.size());
  for (std::size_t i = 0; i < a->rgba.size(); ++i) ASSERT_NEAR(a->rgba[i], b->rgba[i], 1) << i;
}

TEST_F(SceneCli, SaysWhatIsWrong) {
  write("box.json", moving_box);
  expect_error(dala({"scene"}), 2, "no command given");
  expect_error(dala({"scene", "render", "none.json", "-o", "a.png"}), 1, "none.json");
  expect_error(dala({"scene", "render", "box.json"}), 2, "--out");
  expect_error(dala({"scene", "render", "box.json", "-o", "a.txt"}), 2, "neither a video");
  expect_error(dala({"scene", "render", "box.json", "-o", "a.mp4"}), 2, "give --seconds");
  expect_error(dala({"scene", "render", "box.json", "-o", "a.mp4", "--at", "1"}), 2, "--at");
  expect_error(dala({"scene", "render", "box.json", "-o", "a.png", "--seconds", "1"}), 2,
               "--seconds");
  expect_error(dala({"scene", "render", "box.json", "-o", "a.mp4", "--seconds", "nan"}), 2,
               "--seconds");
  write("bad.json", R"({"nodes": [{"type": "overlay"}, {"type": "overlay", "size": [1]}]})");
  expect_error(dala({"scene", "check", "bad.json"}), 1, ": nodes[1].size must be");
  write("bad.json", R"({"nodes": [{"type": "text", "text": "a", "animations": [{"property":
      "text.size", "keyframes": [{"time": 0, "value": 4000}]}]}]})");
  expect_error(dala({"scene", "check", "bad.json"}), 1,
               ": nodes[0].animations[0]: keyframes[0].value is 4000; text.size is from 1");
  write("file.json", R"({"nodes": [{"type": "image", "file": "none.png"}]})");
  expect_error(dala({"scene", "check", "file.json"}), 1, "nodes[0]");
  EXPECT_EQ(files(), (std::vector<std::string>{"bad.json", "box.json", "file.json"}));
}

TEST_F(SceneCli, NeverWritesOverItsInputs) {
  write("scene.png", moving_box);  // whatever it is called
  expect_error(dala({"scene", "render", "scene.png", "-o", "./scene.png"}), 2, "part of the scene");
  write("box.json", moving_box);
  ASSERT_EQ(dala({"scene", "render", "box.json", "-o", "in.png"}).exit_code, 0);
  write("show.json", R"({"nodes": [{"type": "image", "file": "in.png"}]})");
  const std::string before = read("in.png");
  expect_error(dala({"scene", "render", "show.json", "-o", "in.png"}), 2, "part of the scene");
  EXPECT_EQ(read("in.png"), before);
}

TEST_F(SceneCli, FilesAreFoundBesideTheScene) {
  fs::create_directory(path("sub"));
  write("box.json", moving_box);
  ASSERT_EQ(dala({"scene", "render", "box.json", "-o", "sub/in.png"}).exit_code, 0);
  write("sub/show.json",
        R"({"width": 64, "height": 48, "nodes": [{"type": "image", "file": "in.png"}]})");
  const Ended ended = dala({"scene", "render", "sub/show.json", "-o", "out.png"});
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_EQ(pixel("out.png", 5, 5), colors::red);
}

TEST_F(SceneCli, WithoutFontsTextIsAnErrorThatSaysSo) {
  if (const auto there = text_version(); !there)
    GTEST_SKIP() << "skipped: " << there.error().message;
  write("fonts.conf", "<?xml version=\"1.0\"?>\n<fontconfig></fontconfig>\n");
  write("text.json", R"({"nodes": [{"type": "text", "text": "a"}]})");
  expect_error(
      dala({"scene", "check", "text.json"}, "FONTCONFIG_FILE=" + path("fonts.conf").string()), 1,
      "no font on this machine");
}

TEST_F(SceneCli, TheExamplesAreGood) {
  if (const auto there = media::video_version(); !there)
    GTEST_SKIP() << "skipped: " << there.error().message;
  if (const auto text = layout_text({.text = "a"}); !text)
    GTEST_SKIP() << "skipped: " << text.error().message;
  fs::copy(dala::test::tests_folder() / "../examples/scenes", path("scenes"));
  const std::string make = path("scenes/make-media").string() + " " +
                           dala::test::dala_program().string() + " > /dev/null";
  ASSERT_EQ(std::system(make.c_str()), 0) << make;
  int scenes = 0;
  for (const auto& entry : fs::directory_iterator(path("scenes"))) {
    if (entry.path().extension() != ".json") continue;
    const Ended ended = dala({"scene", "check", entry.path().string()});
    EXPECT_EQ(ended.exit_code, 0) << ended.err;
    ++scenes;
  }
  EXPECT_EQ(scenes, 6);
}

class SceneWatchCli : public SceneCli {
 protected:
  static constexpr int width = 64;
  static constexpr int height = 48;

  void SetUp() override {
#ifndef DALA_HAS_WINDOWS
    GTEST_SKIP() << "skipped: this build has no SDL2";
#else
    display = Display::open(path(""), width, height);
    if (!display) GTEST_SKIP() << "skipped: Xvfb is not installed";
    ASSERT_NE(display->name(), "") << "Xvfb did not start: " << read("display/number");
#endif
  }

  [[nodiscard]] static std::string scene(const std::string& color) {
    return R"({"width": 64, "height": 48, "nodes": [{"type": "overlay", "color": ")" + color +
           "\"}]}";
  }

  // Until the whole screen has this colour.
  [[nodiscard]] bool shows(Child& watched, Rgba color) const {
    std::vector<std::uint8_t> expected;
    for (int i = 0; i < width * height; ++i)
      expected.insert(expected.end(), {color.r, color.g, color.b, 255});
    for (int i = 0; i < 600 && watched.is_running(); ++i) {
      if (display->screenshot() == expected) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    return false;
  }

  std::unique_ptr<Display> display;
};

TEST_F(SceneWatchCli, ShowsWhatIsSavedAndGoesOnAfterMistakes) {
  write("a.json", scene("green"));
  Child watched({dala::test::dala_program().string(), "scene", "watch", path("a.json").string()},
                {{"DISPLAY", display->name()}, {"SDL_VIDEODRIVER", "x11"}}, path("out"));
  EXPECT_TRUE(shows(watched, colors::green)) << read("out");
  write("a.json", "{");
  for (int i = 0; i < 200 && read("out").find("not JSON") == std::string::npos; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_NE(read("out").find("a.json is not JSON"), std::string::npos) << read("out");
  write("a.json", scene("magenta"));
  EXPECT_TRUE(shows(watched, colors::magenta)) << read("out");
  EXPECT_EQ(watched.stop(), 0) << read("out");
}

}  // namespace
}  // namespace dala::test
