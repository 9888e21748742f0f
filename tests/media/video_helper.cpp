#include "media/video_helper.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace dala::media::test {

namespace {

constexpr std::uint32_t bits = 16;

}  // namespace

Picture numbered(std::uint32_t number, FrameSize size) {
  Picture out{size.width, size.height, {}};
  for (std::uint32_t y = 0; y < size.height; ++y)
    for (std::uint32_t x = 0; x < size.width; ++x) {
      if (y < size.height / 3) {
        const std::uint8_t v = (number >> (x * bits / size.width) & 1) != 0 ? 230 : 25;
        out.rgba.insert(out.rgba.end(), {v, v, v, 255});
        continue;
      }
      out.rgba.insert(out.rgba.end(),
                      {static_cast<std::uint8_t>(40 + (160 * x / size.width)),
                       static_cast<std::uint8_t>(40 + (160 * y / size.height)), 120, 255});
    }
  return out;
}

std::uint32_t number_in(const Picture& picture) {
  std::uint32_t number = 0;
  for (std::uint32_t bit = 0; bit < bits; ++bit) {
    const std::size_t x = ((2 * bit) + 1) * picture.width / (2 * bits);
    const std::size_t y = picture.height / 6;
    if (picture.rgba[((y * picture.width) + x) * 4] > 127) number |= 1U << bit;
  }
  return number;
}

void write_video(const std::filesystem::path& file, std::uint32_t frames,
                 VideoWriterOptions options, FrameSize size) {
  if (options.preset == "medium") options.preset = "ultrafast";
  const auto writer = VideoWriter::create(file, size, options);
  ASSERT_TRUE(writer) << writer.error().message;
  for (std::uint32_t i = 0; i < frames; ++i)
    must(writer->write(numbered(i, size).rgba, time_of(i), time_of(1)));
  must(writer->finish());
}

std::vector<VideoFrame> read_all(const VideoReader& reader) {
  std::vector<VideoFrame> frames;
  VideoFrame frame;
  while (must(reader.read(frame))) frames.push_back(frame);
  return frames;
}

std::vector<VideoFrame> read_all(const std::filesystem::path& file) {
  const auto reader = VideoReader::open(file.string(), {.hardware = false});
  if (!reader) {
    ADD_FAILURE() << reader.error().message;
    return {};
  }
  return read_all(*reader);
}

void expect_near(VideoTime time, VideoTime expected, const std::string& what) {
  // A tick of MP4 as it is written here; Matroska has milliseconds.
  EXPECT_LE(std::abs((time - expected).count()), 600'000) << what;
}

bool has_ffmpeg() {
  static const bool found = std::system("ffmpeg -version >/dev/null 2>&1") == 0;
  return found;
}

std::string shell(const std::string& command) {
  std::string out;
  std::FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return out;
  std::array<char, 65536> block{};
  for (std::size_t got = 0; (got = std::fread(block.data(), 1, block.size(), pipe)) > 0;)
    out.append(block.data(), got);
  EXPECT_EQ(pclose(pipe), 0) << command;
  return out;
}

std::string quoted(const std::filesystem::path& file) { return "'" + file.string() + "'"; }

std::vector<Picture> read_with_ffmpeg(const std::filesystem::path& file, FrameSize size) {
  const std::string bytes =
      shell("ffmpeg -v error -i " + quoted(file) +
            " -fps_mode passthrough -sws_flags accurate_rnd+full_chroma_int+bilinear"
            " -pix_fmt rgba -f rawvideo -");
  std::vector<Picture> frames;
  const std::size_t length = std::size_t{size.width} * size.height * 4;
  for (std::size_t at = 0; at + length <= bytes.size(); at += length) {
    frames.push_back({size.width, size.height, {}});
    frames.back().rgba.assign(bytes.begin() + static_cast<std::ptrdiff_t>(at),
                              bytes.begin() + static_cast<std::ptrdiff_t>(at + length));
  }
  EXPECT_EQ(bytes.size() % length, 0U);
  return frames;
}

}  // namespace dala::media::test
