// Whole videos through filters: every frame, every time, what is copied, stopping, memory.
#include <dala/media/transcode.hpp>

#include <fstream>

#include "media/video_helper.hpp"
#include "support/no_threads.hpp"

namespace dala::media::test {
namespace {

class Transcode : public testing::Test {
 protected:
  void SetUp() override {
    if (auto there = video_version(); !there) GTEST_SKIP() << there.error().message;
  }
  [[nodiscard]] static TranscodeOptions options(std::vector<Filter> filters) {
    TranscodeOptions out{.filters = std::move(filters)};
    out.writer.preset = "ultrafast";
    out.pipeline.compute = *compute_on("cpu");
    return out;
  }
  [[nodiscard]] Result<TranscodeReport> run(const std::string& from, const std::string& to,
                                            const TranscodeOptions& how) const {
    return transcode((folder / from).string(), folder / to, how);
  }
  Folder folder;
};

std::size_t resident_kib() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (word == "VmRSS:") {
      std::size_t kib = 0;
      status >> kib;
      return kib;
    }
  return 0;
}

TEST_F(Transcode, ThreadsThatCannotBeMadeAreAnError) {
  write_video(folder / "in.mp4", 3);
  TranscodeOptions how = options({{"invert"}});
  how.reader.threads = 1;
  how.writer.threads = 1;
  const dala::test::NoThreads none;
  expect_error(run("in.mp4", "out.mp4", how), ErrorCode::no_thread, "the video");
  EXPECT_FALSE(std::filesystem::exists(folder / "out.mp4"));
  expect_error(
      VideoWriter::create(folder / "out.mp4", {160, 96}, {.threads = 1, .background = true}),
      ErrorCode::no_thread, "encoding");
}

// A minute, or ten seconds where everything is slow.
TEST_F(Transcode, AMinuteFrameByFrame) {
  const std::uint32_t count = std::getenv("DALA_TEST_SHORT") != nullptr ? 300 : 1800;
  write_video(folder / "in.mp4", count);
  TranscodeOptions how = options({{"blur", {{"radius", 2}}}, {"invert"}});
  std::size_t early = 0;
  std::size_t late = 0;
  std::uint64_t calls = 0;
  how.on_progress = [&](const TranscodeProgress& now) {
    ++calls;
    EXPECT_EQ(now.total, count);
    if (now.frames == count / 3) early = resident_kib();
    if (now.frames == count - 10) late = resident_kib();
    return true;
  };
  const auto report = must(run("in.mp4", "out.mp4", how));
  EXPECT_EQ(report.frames, count);
  EXPECT_EQ(report.damaged, 0U);
  EXPECT_FALSE(report.stopped);
  EXPECT_GE(calls, count);
  EXPECT_FALSE(report.plan.stages.empty());
  // Far less than the 1200 frames of 60 KB between the two.
  EXPECT_LE(late, early + 16'000);

  const auto reader = VideoReader::open((folder / "out.mp4").string()).value();
  EXPECT_EQ(reader.info().frames, count);
  VideoFrame frame;
  std::uint32_t number = 0;
  for (; must(reader.read(frame)); ++number) {
    ASSERT_EQ(number_in(frame.picture), 0xFFFF - number);
    expect_near(frame.time, time_of(number));
  }
  EXPECT_EQ(number, count);
}

TEST_F(Transcode, FiltersMayChangeTheSize) {
  write_video(folder / "in.mkv", 5);
  const auto report = must(run("in.mkv", "out.webm", options({{"resize", {{"width", 80}}}})));
  EXPECT_EQ(report.output_size, (FrameSize{80, 48}));
  EXPECT_EQ(VideoReader::open((folder / "out.webm").string()).value().info().size,
            (FrameSize{80, 48}));
}

TEST_F(Transcode, TimesStayToTheTick) {
  const auto writer =
      VideoWriter::create(folder / "in.mp4", {64, 48}, {.preset = "ultrafast"}).value();
  for (const int ms : {0, 7, 9, 300, 320, 1999})
    must(writer.write(noise(64, 48).rgba, std::chrono::milliseconds(ms)));
  must(writer.finish());
  (void)must(run("in.mp4", "out.mp4", options({{"sepia"}})));
  const auto before = read_all(folder / "in.mp4");
  const auto after = read_all(folder / "out.mp4");
  ASSERT_EQ(before.size(), after.size());
  for (std::size_t i = 0; i < before.size(); ++i) EXPECT_EQ(before[i].time, after[i].time);
}

class TranscodeStreams : public Transcode {
 protected:
  void SetUp() override {
    Transcode::SetUp();
    if (IsSkipped()) return;
    if (!has_ffmpeg()) GTEST_SKIP() << "skipped: ffmpeg is not installed";
    write_text(folder / "in.srt", "1\n00:00:00,500 --> 00:00:01,500\nHello\n");
    write_video(folder / "video.mp4", 90);
    (void)shell("ffmpeg -v error -y -i " + quoted(folder / "video.mp4") +
                " -f lavfi -i sine=frequency=440:duration=3 -i " + quoted(folder / "in.srt") +
                " -c:v copy -c:a aac -c:s srt " + quoted(folder / "in.mkv"));
  }
  // Sizes and hashes of the packets of one kind, without their times.
  [[nodiscard]] std::string packets(const std::string& name, const char* kind) const {
    return shell("ffmpeg -v error -i " + quoted(folder / name) + " -map 0:" + kind +
                 " -c copy -f framemd5 - | grep -v '^#' | awk -F, '{print $5 $6}'");
  }
};

TEST_F(TranscodeStreams, AudioAndSubtitlesAreCopiedByteByByte) {
  const auto report = must(run("in.mkv", "out.mkv", options({{"invert"}})));
  EXPECT_EQ(report.losses, std::vector<std::string>{});
  EXPECT_GT(packets("in.mkv", "a").size(), 100U);
  EXPECT_EQ(packets("out.mkv", "a"), packets("in.mkv", "a"));
  EXPECT_EQ(packets("out.mkv", "s"), packets("in.mkv", "s"));
  const auto info = VideoReader::open((folder / "out.mkv").string()).value().info();
  EXPECT_EQ(info.audio_streams, 1U);
  EXPECT_EQ(info.subtitle_streams, 1U);
}

TEST_F(TranscodeStreams, WhatTheContainerCannotHoldIsLeftOutAndSaid) {
  const auto report = must(run("in.mkv", "out.mp4", options({})));
  ASSERT_EQ(report.losses.size(), 1U);
  EXPECT_NE(report.losses[0].find("subrip is left out: mp4 cannot hold it"), std::string::npos)
      << report.losses[0];
  EXPECT_EQ(packets("out.mp4", "a"), packets("in.mkv", "a"));
  TranscodeOptions without = options({});
  without.copy_streams = false;
  (void)must(run("in.mkv", "silent.mp4", without));
  EXPECT_EQ(VideoReader::open((folder / "silent.mp4").string()).value().info().audio_streams, 0U);
}

TEST_F(TranscodeStreams, AStoppedOneIsPlayable) {
  TranscodeOptions how = options({{"invert"}});
  how.on_progress = [](const TranscodeProgress& now) { return now.frames < 30; };
  const auto report = must(run("in.mkv", "out.mp4", how));
  EXPECT_TRUE(report.stopped);
  EXPECT_EQ(report.frames, 30U);
  // Under a name of its own: it is not what was asked for.
  EXPECT_EQ(report.file, folder / "out.partial.mp4");
  EXPECT_FALSE(std::filesystem::exists(folder / "out.mp4"));
  EXPECT_EQ(read_all(report.file).size(), 30U);
  const std::string length =
      shell("ffprobe -v error -show_entries format=duration -of csv=p=0 " + quoted(report.file));
  EXPECT_NEAR(std::stod(length), 1.0, 0.1);
}

TEST_F(Transcode, AStoppedOneLeavesItsInputAsItWas) {
  write_video(folder / "in.mp4", 12);
  TranscodeOptions how = options({{"invert"}});
  how.on_progress = [](const TranscodeProgress& now) { return now.frames < 5; };
  EXPECT_EQ(must(run("in.mp4", "in.mp4", how)).file, folder / "in.partial.mp4");
  EXPECT_EQ(read_all(folder / "in.mp4").size(), 12U);
  how.on_progress = [](const TranscodeProgress&) { return false; };  // also before the first frame
  const auto report = must(run("in.mp4", "in.mp4", how));
  EXPECT_TRUE(report.stopped);
  EXPECT_EQ(read_all(folder / "in.mp4").size(), 12U);
}

TEST_F(Transcode, AFailingProgressFunctionIsAnError) {
  write_video(folder / "in.mp4", 5);
  TranscodeOptions how = options({});
  how.on_progress = [](const TranscodeProgress&) -> bool { throw std::runtime_error("tired"); };
  expect_error(run("in.mp4", "out.mp4", how), ErrorCode::invalid_argument, "tired");
  EXPECT_FALSE(std::filesystem::exists(folder / "out.mp4"));
}

}  // namespace
}  // namespace dala::media::test
