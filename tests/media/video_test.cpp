// Videos read and written: codecs, times, seeking, rotation, devices.
#include "media/video_helper.hpp"

namespace dala::media::test {
namespace {

namespace fs = std::filesystem;

class Video : public testing::Test {
 protected:
  void SetUp() override {
    if (auto there = video_version(); !there) GTEST_SKIP() << there.error().message;
  }
  Folder folder;
};

double mean_difference(const Picture& a, const Picture& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.rgba.size(); ++i) sum += std::abs(int{a.rgba[i]} - int{b.rgba[i]});
  return sum / static_cast<double>(a.rgba.size());
}

struct Written {
  const char* file;
  std::optional<VideoCodec> codec;
  const char* reads_as;
};

TEST_F(Video, EveryCodecComesBackFrameByFrame) {
  for (const Written& w : {Written{"a.mp4", {}, "h264"}, Written{"b.mkv", VideoCodec::h265, "hevc"},
                           Written{"c.webm", {}, "vp9"}, Written{"d.MOV", {}, "h264"},
                           Written{"e.mp4", VideoCodec::h265, "hevc"}}) {
    write_video(folder / w.file, 20, {.codec = w.codec});
    const auto reader = VideoReader::open((folder / w.file).string());
    ASSERT_TRUE(reader) << reader.error().message;
    EXPECT_EQ(reader->info().codec, w.reads_as);
    EXPECT_EQ(reader->info().size, (FrameSize{160, 96}));
    EXPECT_NEAR(reader->info().frame_rate, 30, 0.1) << w.file;
    EXPECT_NEAR(std::chrono::duration<double>(reader->info().duration).count(), 20 / 30.0, 0.04);
    const auto frames = read_all(*reader);
    ASSERT_EQ(frames.size(), 20U) << w.file;
    for (std::uint32_t i = 0; i < frames.size(); ++i) {
      EXPECT_EQ(number_in(frames[i].picture), i) << w.file;
      expect_near(frames[i].time, time_of(i), w.file);
      EXPECT_LE(difference(frames[i].picture, numbered(i)), 60) << w.file;
    }
    EXPECT_EQ(reader->damaged(), 0U);
  }
}

TEST_F(Video, SaysWhyNoHardwareDecodes) {
  write_video(folder / "a.mp4", 3);
  const auto wanted = VideoReader::open((folder / "a.mp4").string(), {.hardware = true}).value();
  const bool found = wanted.info().decoder.find(" on ") != std::string::npos;
  EXPECT_NE(found, !wanted.info().no_hardware.empty());
  EXPECT_EQ(read_all(wanted).size(), 3U);
  const auto software = VideoReader::open((folder / "a.mp4").string(), {.hardware = false}).value();
  EXPECT_EQ(software.info().decoder, "h264");
  EXPECT_EQ(software.info().no_hardware, "");
}

TEST_F(Video, FramesKeepTheirOwnTimes) {
  const std::vector<int> at = {0, 40, 50, 200, 201, 1000, 1033, 2500};  // ms
  for (const char* name : {"a.mp4", "a.mkv", "a.webm"}) {
    const auto writer =
        VideoWriter::create(folder / name, {64, 48}, {.preset = "ultrafast"}).value();
    for (const int ms : at) must(writer.write(noise(64, 48).rgba, std::chrono::milliseconds(ms)));
    must(writer.finish());
    const auto frames = read_all(folder / name);
    ASSERT_EQ(frames.size(), at.size()) << name;
    for (std::size_t i = 0; i < at.size(); ++i)
      expect_near(frames[i].time, std::chrono::milliseconds(at[i]), name);
    if (!has_ffmpeg()) continue;
    const std::string times = shell(
        "ffprobe -v error -select_streams v -show_entries frame=pts_time "
        "-of csv=p=0 " +
        quoted(folder / name));
    EXPECT_TRUE(times.starts_with("0.000000")) << times;
    EXPECT_NE(times.find("0.201"), std::string::npos) << times;
    EXPECT_NE(times.find("2.500"), std::string::npos) << times;
  }
}

TEST_F(Video, SeeksToTheFrameOnShow) {
  write_video(folder / "a.mp4", 90);
  const auto reader = VideoReader::open((folder / "a.mp4").string(), {.hardware = false}).value();
  VideoFrame frame;
  for (const std::uint32_t wanted : {60U, 3U, 89U, 0U, 44U, 45U}) {
    // Exactly there, and a little later.
    for (const int later : {0, 20}) {
      must(reader.seek(time_of(wanted) + std::chrono::milliseconds(later)));
      ASSERT_TRUE(must(reader.read(frame)));
      EXPECT_EQ(number_in(frame.picture), wanted);
      expect_near(frame.time, time_of(wanted));
      if (wanted < 89) {
        ASSERT_TRUE(must(reader.read(frame)));
        EXPECT_EQ(number_in(frame.picture), wanted + 1);
      }
    }
  }
  must(reader.seek(std::chrono::hours(1)));
  ASSERT_TRUE(must(reader.read(frame)));
  EXPECT_EQ(number_in(frame.picture), 89U);
  EXPECT_FALSE(must(reader.read(frame)));
  must(reader.seek(VideoTime{-5}));
  EXPECT_EQ(read_all(reader).size(), 90U);
}

TEST_F(Video, OddSidesAreMadeEven) {
  write_video(folder / "a.mp4", 2, {.crf = 0}, {33, 17});
  const auto frames = read_all(folder / "a.mp4");
  ASSERT_EQ(frames.size(), 2U);
  const Picture& picture = frames[1].picture;
  EXPECT_EQ(picture.width, 34U);
  EXPECT_EQ(picture.height, 18U);
  // Behind the last column and row they are repeated.
  for (std::size_t c = 0; c < 4; ++c) {
    EXPECT_NEAR(picture.rgba[((9 * 34) + 33) * 4 + c], picture.rgba[((9 * 34) + 32) * 4 + c], 2);
    EXPECT_NEAR(picture.rgba[((17 * 34) + 9) * 4 + c], picture.rgba[((16 * 34) + 9) * 4 + c], 2);
  }
}

TEST_F(Video, AlphaIsPutOverBlack) {
  Picture half{16, 16, {}};
  for (int i = 0; i < 256; ++i) half.rgba.insert(half.rgba.end(), {200, 200, 200, 128});
  const auto writer = VideoWriter::create(folder / "a.mkv", {16, 16}, {.crf = 0}).value();
  must(writer.write(half.rgba, {}));
  must(writer.finish());
  EXPECT_NEAR(read_all(folder / "a.mkv").at(0).picture.rgba[0], 100, 2);
}

TEST_F(Video, RotationIsCarriedOut) {
  if (!has_ffmpeg()) GTEST_SKIP() << "skipped: ffmpeg is not installed";
  write_video(folder / "flat.mp4", 2, {.crf = 0});
  for (const int degrees : {90, 180, 270}) {
    const fs::path turned = folder / (std::to_string(degrees) + ".mp4");
    (void)shell("ffmpeg -v error -y -i " + quoted(folder / "flat.mp4") +
                " -c copy -metadata:s:v rotate=" + std::to_string(degrees) + " " + quoted(turned));
    const auto reader = VideoReader::open(turned.string(), {.hardware = false}).value();
    const FrameSize size = degrees == 180 ? FrameSize{160, 96} : FrameSize{96, 160};
    EXPECT_EQ(reader.info().size, size);
    EXPECT_EQ(reader.info().rotation, 360 - degrees);  // this tag turns the other way
    const auto ours = read_all(reader);
    const auto theirs = read_with_ffmpeg(turned, size);
    ASSERT_EQ(ours.size(), theirs.size());
    // Chroma is scaled differently at the edges of blocks.
    EXPECT_LE(mean_difference(ours[1].picture, theirs[1]), 2) << degrees;
  }
}

TEST_F(Video, FramesGoIntoTheCallersMemory) {
  write_video(folder / "a.mp4", 5);
  std::vector<fs::path> files = {folder / "a.mp4"};
  if (has_ffmpeg()) {  // turned, which is another way
    files.push_back(folder / "turned.mp4");
    (void)shell("ffmpeg -v error -i " + quoted(files[0]) + " -c copy -metadata:s:v rotate=90 " +
                quoted(files[1]));
  }
  for (const fs::path& file : files) {
    const auto expected = read_all(file);
    const auto reader = VideoReader::open(file.string(), {.hardware = false}).value();
    const FrameSize size = reader.info().size;
    std::vector<std::uint8_t> rgba(std::size_t{size.width} * size.height * 4);
    VideoFrame frame;
    expect_error(reader.read_into(frame, std::span(rgba).first(7)), ErrorCode::wrong_length,
                 "7 bytes");
    for (const VideoFrame& other : expected) {
      EXPECT_TRUE(must(reader.prepare()));
      EXPECT_TRUE(must(reader.prepare()));  // it is still the same
      EXPECT_TRUE(must(reader.read_into(frame, rgba)));
      EXPECT_EQ(frame.time, other.time);
      EXPECT_EQ(frame.duration, other.duration);
      EXPECT_TRUE(frame.opaque);
      EXPECT_TRUE(rgba == other.picture.rgba);
    }
    EXPECT_FALSE(must(reader.prepare()));
    EXPECT_FALSE(must(reader.read_into(frame, rgba)));
  }
}

TEST_F(Video, IsTheSameWhenWrittenInTheBackground) {
  write_video(folder / "a.mp4", 20, {.preset = "veryfast"});
  write_video(folder / "b.mp4", 20, {.preset = "veryfast", .background = true});
  const auto first = read_all(folder / "a.mp4");
  const auto second = read_all(folder / "b.mp4");
  ASSERT_EQ(first.size(), 20U);
  ASSERT_EQ(second.size(), 20U);
  for (std::size_t i = 0; i < first.size(); ++i) {
    EXPECT_EQ(first[i].time, second[i].time);
    EXPECT_EQ(first[i].duration, second[i].duration);
    EXPECT_TRUE(first[i].picture == second[i].picture);
  }
  // One that nobody finishes leaves nothing.
  {
    const auto writer =
        VideoWriter::create(folder / "c.mp4", {160, 96}, {.background = true}).value();
    must(writer.write(numbered(1).rgba, time_of(1)));
    expect_error(writer.write(numbered(1).rgba, time_of(1)), ErrorCode::invalid_argument,
                 "times must grow");
  }
  EXPECT_FALSE(fs::exists(folder / "c.mp4"));
}

TEST_F(Video, ReadsDevicesOfLibav) {
  const auto open = [](const std::string& source) {
    return VideoReader::open(source, {.hardware = false, .sources = SourcePolicy::only(source)});
  };
  const auto reader = open("lavfi:testsrc=size=64x48:rate=10:duration=1");
  if (!reader) GTEST_SKIP() << reader.error().message;
  EXPECT_EQ(reader->info().size, (FrameSize{64, 48}));
  EXPECT_EQ(read_all(*reader).size(), 10U);
  expect_error(reader->seek({}), ErrorCode::unsupported, "is a device");
  expect_error(open("v4l9:/dev/video0"), ErrorCode::io, "no input device 'v4l9'");
  expect_error(open("v4l2:/dev/none-such"), ErrorCode::io, "v4l2:/dev/none-such");
}

TEST_F(Video, AnInterruptedReaderEnds) {
  write_video(folder / "a.mp4", 10);
  const auto reader = VideoReader::open((folder / "a.mp4").string()).value();
  VideoFrame frame;
  EXPECT_TRUE(must(reader.read(frame)));
  reader.interrupt();
  expect_error(reader.read(frame), ErrorCode::shut_down, "interrupted");
}

}  // namespace
}  // namespace dala::media::test
