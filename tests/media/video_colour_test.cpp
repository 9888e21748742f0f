// Colours of videos beside ffmpeg's own conversion: matrices, ranges, layouts.
#include "media/video_helper.hpp"

namespace dala::media::test {
namespace {

constexpr FrameSize size{128, 64};

// Flat blocks of 16 x 16, so that how chroma is scaled does not matter.
Picture blocks() {
  Picture out{size.width, size.height, {}};
  for (std::uint32_t y = 0; y < size.height; ++y)
    for (std::uint32_t x = 0; x < size.width; ++x) {
      const std::uint32_t i = (y / 16 * 8) + (x / 16);
      out.rgba.insert(out.rgba.end(), {static_cast<std::uint8_t>((i % 4) * 85),
                                       static_cast<std::uint8_t>((i / 4 % 4) * 85),
                                       static_cast<std::uint8_t>((i / 16) * 255), 255});
    }
  return out;
}

// The largest difference in the middles of the blocks.
int difference_of_blocks(const Picture& a, const Picture& b) {
  if (a.rgba.size() != b.rgba.size()) return 256;
  int most = 0;
  for (std::size_t y = 8; y < a.height; y += 16)
    for (std::size_t x = 8; x < a.width; x += 16)
      for (std::size_t c = 0; c < 3; ++c) {
        const std::size_t at = (((y * a.width) + x) * 4) + c;
        most = std::max(most, std::abs(int{a.rgba[at]} - int{b.rgba[at]}));
      }
  return most;
}

class VideoColour : public testing::Test {
 protected:
  void SetUp() override {
    if (auto there = video_version(); !there) GTEST_SKIP() << there.error().message;
    if (!has_ffmpeg()) GTEST_SKIP() << "skipped: ffmpeg is not installed";
  }
  Folder folder;
};

TEST_F(VideoColour, WhatIsWrittenIsWhatFfmpegReads) {
  const Picture in = blocks();
  for (const YuvMatrix matrix : {YuvMatrix::bt601, YuvMatrix::bt709})
    for (const bool full : {false, true}) {
      const auto file = folder / "a.mkv";
      const auto writer =
          VideoWriter::create(
              file, size, {.crf = 0, .preset = "ultrafast", .colours = VideoColours{matrix, full}})
              .value();
      must(writer.write(in.rgba, {}));
      must(writer.finish());
      // Two roundings to eight bits in YUV, which is coarser than RGB.
      EXPECT_LE(difference_of_blocks(read_with_ffmpeg(file, size).at(0), in), 3) << full;
      const auto reader = VideoReader::open(file.string(), {.hardware = false}).value();
      EXPECT_EQ(reader.info().colours.matrix, matrix);
      EXPECT_EQ(reader.info().colours.full_range, full);
      EXPECT_LE(difference_of_blocks(read_all(reader).at(0).picture, in), 3) << full;
    }
}

TEST_F(VideoColour, WhatFfmpegWritesIsReadAsFfmpegDoes) {
  const auto writer = VideoWriter::create(folder / "in.mkv", size, {.crf = 0}).value();
  must(writer.write(blocks().rgba, {}));
  must(writer.finish());
  for (const std::string format : {"yuv420p", "yuv422p", "yuv444p", "yuv420p10le", "gbrp"})
    for (const std::string matrix : {"bt601", "bt709"})
      for (const std::string range : {"tv", "pc"}) {
        if (format == "gbrp" && (matrix == "bt601" || range == "tv")) continue;
        const auto file = folder / "b.mkv";
        const std::string tags = format == "gbrp"
                                     ? ""
                                     : " -colorspace " +
                                           (matrix == "bt601" ? std::string("smpte170m") : matrix) +
                                           " -color_range " + range;
        (void)shell("ffmpeg -v error -y -i " + quoted(folder / "in.mkv") +
                    " -vf scale=out_color_matrix=" + matrix + ":out_range=" + range +
                    ",format=" + format + tags + " -c:v ffv1 " + quoted(file));
        const auto ours = read_all(file);
        ASSERT_EQ(ours.size(), 1U) << format;
        EXPECT_LE(difference_of_blocks(ours[0].picture, read_with_ffmpeg(file, size).at(0)), 2)
            << format << ' ' << matrix << ' ' << range;
      }
}

}  // namespace
}  // namespace dala::media::test
