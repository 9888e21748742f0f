// Videos that are broken, and places that cannot be written.
#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <iterator>
#include <random>

#include <dala/media/transcode.hpp>

#include "media/video_helper.hpp"

namespace dala::media::test {
namespace {

namespace fs = std::filesystem;

class VideoBad : public testing::Test {
 protected:
  void SetUp() override {
    if (auto there = video_version(); !there) GTEST_SKIP() << there.error().message;
  }
  [[nodiscard]] std::string bytes_of(const std::string& name) const {
    std::ifstream in(folder / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  [[nodiscard]] Result<TranscodeReport> run(const std::string& from, const std::string& to) const {
    TranscodeOptions how{.filters = {{"invert"}}};
    how.writer.preset = "ultrafast";
    how.pipeline.compute = *compute_on("cpu");
    return transcode((folder / from).string(), folder / to, how);
  }
  // What the test made itself, and nothing else.
  void expect_only(const std::vector<std::string>& names) const {
    std::vector<std::string> found;
    for (const auto& entry : fs::directory_iterator(folder / ""))
      found.push_back(entry.path().filename());
    std::ranges::sort(found);
    EXPECT_EQ(found, names);
  }
  Folder folder;
};

TEST_F(VideoBad, WhatIsNoVideo) {
  write_text(folder / "empty.mp4", "");
  write_text(folder / "text.mp4", "this is no video at all, only a few words");
  expect_error(run("none.mp4", "out.mp4"), ErrorCode::io, "none.mp4");
  expect_error(run("empty.mp4", "out.mp4"), ErrorCode::bad_file, "empty.mp4 is not a video");
  expect_error(run("text.mp4", "out.mp4"), ErrorCode::bad_file, "text.mp4 is not a video");
  expect_error(VideoReader::open(""), ErrorCode::io, "no name");
  expect_error(VideoReader::open(fs::temp_directory_path()), ErrorCode::io, "could not open");
  expect_only({"empty.mp4", "text.mp4"});
}

TEST_F(VideoBad, NoVideoStream) {
  if (!has_ffmpeg()) GTEST_SKIP() << "skipped: ffmpeg is not installed";
  (void)shell("ffmpeg -v error -f lavfi -i sine=duration=1 " + quoted(folder / "a.wav"));
  expect_error(run("a.wav", "out.mp4"), ErrorCode::bad_file, "has no video stream");
}

TEST_F(VideoBad, WhatIsCutShort) {
  for (const std::string name : {"a.mkv", "a.webm"}) {
    write_video(folder / name, 90);
    const std::string all = bytes_of(name);
    write_text(folder / name, all.substr(0, all.size() / 2));
    expect_error(run(name, "out.mp4"), ErrorCode::bad_file, name);
    fs::remove(folder / name);
  }
  // Its index is at the end.
  write_video(folder / "a.mp4", 30);
  const std::string all = bytes_of("a.mp4");
  write_text(folder / "a.mp4", all.substr(0, all.size() / 2));
  expect_error(run("a.mp4", "out.mp4"), ErrorCode::bad_file, "a.mp4 is not a video");
  if (has_ffmpeg()) {
    write_text(folder / "a.mp4", all);
    (void)shell("ffmpeg -v error -i " + quoted(folder / "a.mp4") + " -c copy -movflags faststart " +
                quoted(folder / "b.mp4"));
    const std::string front = bytes_of("b.mp4");
    write_text(folder / "b.mp4", front.substr(0, front.size() - (front.size() / 3)));
    expect_error(run("b.mp4", "out.mp4"), ErrorCode::bad_file, "cut short");
    fs::remove(folder / "b.mp4");
  }
  expect_only({"a.mp4"});
}

// Whatever the bytes: an error or frames, and no more.
TEST_F(VideoBad, DamagedFiles) {
  std::mt19937 random(5);
  for (const std::string name : {"a.mp4", "a.mkv", "a.webm"}) {
    write_video(folder / name, 12, {}, {64, 48});
    const std::string good = bytes_of(name);
    for (int round = 0; round < 25; ++round) {
      std::string bad = good;
      for (int i = 0; i < 1 + (round % 12); ++i)
        bad[random() % bad.size()] = static_cast<char>(random());
      write_text(folder / name, bad);
      const auto reader =
          VideoReader::open((folder / name).string(), {.hardware = false, .threads = 1});
      if (!reader) continue;
      VideoFrame frame;
      for (int i = 0; i < 200 && reader->read(frame).value_or(false); ++i)
        ASSERT_EQ(frame.picture.rgba.size(),
                  std::size_t{frame.picture.width} * frame.picture.height * 4);
    }
  }
}

TEST_F(VideoBad, WhatCannotBeWritten) {
  const auto create = [&](const std::string& name, const VideoWriterOptions& options = {},
                          FrameSize size = {64, 48}) {
    return VideoWriter::create(folder / name, size, options);
  };
  expect_error(create("a.avi"), ErrorCode::invalid_argument, ".webm");
  expect_error(create("a"), ErrorCode::invalid_argument, "does not end in");
  expect_error(create("no/such/a.mp4"), ErrorCode::io, "no/such/a.mp4");
  expect_error(create("a.webm", {.codec = VideoCodec::h264}), ErrorCode::invalid_argument, "VP9");
  expect_error(create("a.mp4", {.crf = 52}), ErrorCode::param_out_of_range, "from 0 to 51");
  expect_error(create("a.mp4", {.preset = "quick"}), ErrorCode::param_out_of_range, "veryfast");
  expect_error(create("a.mp4", {.frame_rate = 0}), ErrorCode::param_out_of_range, "frame rate");
  expect_error(create("a.mp4", {}, {0, 5}), ErrorCode::invalid_argument, "0 x 5");
  expect_error(create("a.mp4", {}, {30000, 5}), ErrorCode::invalid_argument, "16384");
  expect_error(create("a.mp4", {.copy_from = "none.mp4"}), ErrorCode::io, "none.mp4");
  expect_error(video_codec("av1"), ErrorCode::invalid_argument, "h264, h265 and vp9");
  expect_only({});
}

TEST_F(VideoBad, AWriterThatIsUsedWrongly) {
  const std::vector<std::uint8_t> rgba(64 * 48 * 4, 7);
  {
    const auto writer = VideoWriter::create(folder / "a.mp4", {64, 48}).value();
    expect_error(writer.write(std::span(rgba).first(9), {}), ErrorCode::wrong_length, "9 bytes");
    must(writer.write(rgba, VideoTime{1000}));
    expect_error(writer.write(rgba, VideoTime{1000}), ErrorCode::invalid_argument, "must grow");
    // Nobody finishes it.
  }
  expect_only({});
  const auto writer = VideoWriter::create(folder / "a.mp4", {64, 48}).value();
  expect_error(writer.finish(), ErrorCode::invalid_argument, "no frames");
  expect_error(writer.write(rgba, {}), ErrorCode::shut_down, "no more");
  expect_error(writer.finish(), ErrorCode::shut_down, "finished");
  expect_only({});
}

TEST_F(VideoBad, AFullDisk) {
  write_video(folder / "in.mp4", 60);
  // A limit on the length of files is as good as a full disk, and needs no disk.
  const auto ignored = std::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  for (const rlim_t limit : {rlim_t{0}, rlim_t{4096}, rlim_t{40'000}}) {
    const rlimit small{limit, before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
    TranscodeOptions how{.filters = {{"sharpen"}}};
    how.writer.preset = "ultrafast";
    how.writer.crf = 1;
    how.pipeline.compute = *compute_on("cpu");
    const auto done = transcode((folder / "in.mp4").string(), folder / "out.mp4", how);
    setrlimit(RLIMIT_FSIZE, &before);
    expect_error(done, ErrorCode::io, "could not write");
    expect_only({"in.mp4"});
  }
  // In the background the error comes with a later frame, or at the end.
  const rlimit small{4096, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  Result<void> done;
  {
    const auto writer = VideoWriter::create(folder / "out.mkv", {160, 96},
                                            {.crf = 1, .preset = "ultrafast", .background = true});
    for (std::uint32_t i = 0; i < 60 && done; ++i)
      done = writer->write(numbered(i).rgba, time_of(i));
    if (done) done = writer->finish();
  }
  setrlimit(RLIMIT_FSIZE, &before);
  expect_error(done, ErrorCode::io, "could not write");
  expect_only({"in.mp4"});
  (void)std::signal(SIGXFSZ, ignored);
}

}  // namespace
}  // namespace dala::media::test
