// dala filter on videos, and dala surface replay to one
#include <dala/media/video.hpp>
#include <dala/surface.hpp>

#include <thread>

#include "cli/cli_helper.hpp"

namespace dala::test {
namespace {

namespace fs = std::filesystem;
using media::VideoReader;

class VideoCli : public CliTest {
 protected:
  void SetUp() override {
    if (auto there = media::video_version(); !there) GTEST_SKIP() << there.error().message;
  }
  // Grey that grows lighter from frame to frame.
  void write_video(const std::string& name, int frames = 12) const {
    const auto writer = media::VideoWriter::create(path(name), {64, 48}, {.preset = "ultrafast"});
    ASSERT_TRUE(writer) << writer.error().message;
    for (int i = 0; i < frames; ++i) {
      const std::vector<std::uint8_t> rgba(std::size_t{64} * 48 * 4, grey(i));
      ASSERT_TRUE(writer->write(opaque(rgba), std::chrono::milliseconds(100 * i)));
    }
    ASSERT_TRUE(writer->finish());
  }
  static std::uint8_t grey(int frame) { return static_cast<std::uint8_t>(20 + (10 * frame)); }
  static std::vector<std::uint8_t> opaque(std::vector<std::uint8_t> rgba) {
    for (std::size_t i = 3; i < rgba.size(); i += 4) rgba[i] = 255;
    return rgba;
  }
  [[nodiscard]] std::vector<media::VideoFrame> frames_of(const std::string& name) const {
    std::vector<media::VideoFrame> frames;
    const auto reader = VideoReader::open(path(name).string());
    EXPECT_TRUE(reader) << reader.error().message;
    media::VideoFrame frame;
    while (reader && reader->read(frame).value_or(false)) frames.push_back(frame);
    return frames;
  }
};

TEST_F(VideoCli, FiltersEveryFrame) {
  write_video("in.mp4");
  const Ended ended = dala({"filter", "in.mp4", "out.mkv", "-f", "invert", "--codec", "h265",
                            "--crf", "10", "--codec-preset", "ultrafast"});
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_EQ(ended.err, "");
  EXPECT_EQ(VideoReader::open(path("out.mkv").string())->info().codec, "hevc");
  const auto frames = frames_of("out.mkv");
  ASSERT_EQ(frames.size(), 12U);
  for (int i = 0; i < 12; ++i) {
    EXPECT_NEAR(frames[static_cast<std::size_t>(i)].picture.rgba[400], 255 - grey(i), 6);
    EXPECT_EQ(frames[static_cast<std::size_t>(i)].time, std::chrono::milliseconds(100 * i));
  }
  const Ended plan = dala({"filter", "in.mp4", "again.mp4", "--preset", "noir", "--explain"});
  EXPECT_NE(plan.out.find("media_"), std::string::npos) << plan.out;
}

TEST_F(VideoCli, TheInputStays) {
  write_video("in.mp4");
  const std::string before = read("in.mp4");
  expect_error(dala({"filter", "in.mp4", "./in.mp4", "-f", "invert"}), 2, "the input itself");
  EXPECT_EQ(read("in.mp4"), before);
  EXPECT_EQ(dala({"filter", "in.mp4", "in.mp4", "-f", "invert", "--overwrite"}).exit_code, 0);
  EXPECT_EQ(frames_of("in.mp4").size(), 12U);
  EXPECT_NE(read("in.mp4"), before);
}

TEST_F(VideoCli, CtrlCLeavesAPlayableFile) {
  // Without an end.
  const std::string endless = "lavfi:testsrc=size=64x48:rate=10";
  if (!VideoReader::open(endless, {.sources = SourcePolicy::only(endless)}))
    GTEST_SKIP() << "skipped: libav's devices are not installed";
  // timeout signals the program and then its whole group: two signals that mean one.
  const Ended ended = dala({"filter", "lavfi:testsrc=size=320x240:rate=30", "out.mp4", "-f",
                            "invert", "--codec-preset", "ultrafast"},
                           "timeout --preserve-status -s INT 4");
  EXPECT_EQ(ended.exit_code, 130) << ended.err;
  EXPECT_NE(ended.err.find("dala: stopped; out.mp4 has the first "), std::string::npos)
      << ended.err;
  const auto frames = frames_of("out.mp4");
  EXPECT_GT(frames.size(), 1U);
  EXPECT_NE(ended.err.find(" " + std::to_string(frames.size()) + " frames."), std::string::npos)
      << ended.err;
  EXPECT_EQ(files(), std::vector<std::string>{"out.mp4"});
}

TEST_F(VideoCli, RecordsForSoManySeconds) {
  write_video("in.mp4");
  EXPECT_EQ(dala({"filter", "in.mp4", "out.mp4", "--seconds", "0.5"}).exit_code, 0);
  EXPECT_EQ(frames_of("out.mp4").size(), 5U);
  EXPECT_EQ(dala({"filter", "in.mp4", "out.mp4", "--seconds", "100"}).exit_code, 0);
  EXPECT_EQ(frames_of("out.mp4").size(), 12U);
  expect_error(dala({"filter", "in.mp4", "out.mp4", "--seconds", "0"}), 2, "--seconds");
  const std::string endless = "lavfi:testsrc=size=64x48:rate=10";
  if (!VideoReader::open(endless, {.sources = SourcePolicy::only(endless)}))
    GTEST_SKIP() << "skipped: libav's devices are not installed";
  EXPECT_EQ(dala({"filter", endless, "camera.mp4", "--seconds", "2"}).exit_code, 0);
  EXPECT_EQ(frames_of("camera.mp4").size(), 20U);
}

TEST_F(VideoCli, SaysWhatIsWrong) {
  write_video("in.mp4");
  write("text.mp4", "not a video");
  const auto filter = [&](const std::string& in, const std::string& out,
                          std::vector<std::string> more = {}) {
    more.insert(more.begin(), {"filter", in, out});
    return dala(more);
  };
  expect_error(filter("none.mp4", "out.mp4"), 1, "none.mp4");
  expect_error(filter("text.mp4", "out.mp4"), 1, "text.mp4 is not a video");
  expect_error(filter("in.mp4", "out.avi"), 2, "out.avi");
  expect_error(filter("in.mp4", "no/such/out.mp4"), 1, "no/such/out.mp4");
  expect_error(filter("in.mp4", "out.mp4", {"--codec", "av1"}), 2, "h264, h265 and vp9");
  expect_error(filter("in.mp4", "out.mp4", {"--crf", "99"}), 2, "from 0 to 51");
  expect_error(filter("in.mp4", "out.mp4", {"--codec-preset", "quick"}), 2, "veryfast");
  expect_error(filter("in.mp4", "out.mp4", {"-f", "crop:x=500"}), 2, "64 wide");
  expect_error(filter("nodevice:x", "out.mp4"), 1, "no input device");
  expect_error(dala({"filter", "in.mp4", "out.mp4", "-f", "sharpen", "--crf", "1"},
                    "trap '' XFSZ; ulimit -f 2;"),
               1, "could not write out.mp4");
  EXPECT_EQ(files(), (std::vector<std::string>{"in.mp4", "text.mp4"}));
}

TEST_F(VideoCli, ReplaysASurface) {
  {
    const auto surface = Surface::create(32, 16);
    ASSERT_TRUE(surface && surface->start_recording(path("a.dsurf")));
    for (const Rgba color : {colors::red, colors::green, colors::blue}) {
      std::this_thread::sleep_for(std::chrono::milliseconds(30));
      surface->clear(color);
      surface->present();
    }
    ASSERT_TRUE(surface->stop_recording());
  }
  const Ended ended = dala({"surface", "replay", "a.dsurf", "-o", "out.mp4"});
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_NE(ended.out.find("wrote out.mp4: 32 x 16"), std::string::npos) << ended.out;
  const auto frames = frames_of("out.mp4");
  ASSERT_EQ(frames.size(), 3U);
  const auto channel = [&](std::size_t frame) {
    const std::uint8_t* p = &frames[frame].picture.rgba[400];
    return std::max_element(p, p + 3) - p;
  };
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(channel(i), static_cast<std::ptrdiff_t>(i));
  for (std::size_t i = 1; i < 3; ++i)
    EXPECT_GE((frames[i].time - frames[i - 1].time).count(), 25'000'000);
  expect_error(dala({"surface", "replay", "a.dsurf", "-o", "none.mp4", "--until", "1"}), 1,
               "nothing was presented");
}

TEST_F(VideoCli, InfoSaysThatItIsThere) {
  EXPECT_NE(dala({"info"}).out.find("Videos: libavcodec "), std::string::npos);
}

}  // namespace
}  // namespace dala::test
