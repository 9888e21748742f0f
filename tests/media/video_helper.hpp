// Videos for tests: made here, with frames that say which they are.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <dala/media/video.hpp>

#include "media/media_helper.hpp"

namespace dala::media::test {

// A frame with its number as sixteen light and dark blocks across the top, over soft colours.
[[nodiscard]] Picture numbered(std::uint32_t number, FrameSize size = {160, 96});
// The number in such a frame, also after filters that are not too rough.
[[nodiscard]] std::uint32_t number_in(const Picture& picture);

// Each frame of a video of this many at 30 a second.
void write_video(const std::filesystem::path& file, std::uint32_t frames,
                 VideoWriterOptions options = {}, FrameSize size = {160, 96});

// All that is left to read.
[[nodiscard]] std::vector<VideoFrame> read_all(const VideoReader& reader);
[[nodiscard]] std::vector<VideoFrame> read_all(const std::filesystem::path& file);

// The time of frame `number` at 30 a second.
[[nodiscard]] inline VideoTime time_of(std::uint64_t number) {
  return VideoTime{(number * 1'000'000'000 + 15) / 30};
}
// Times as the file has them are whole ticks.
void expect_near(VideoTime time, VideoTime expected, const std::string& what = {});

// What a command of the shell prints; a failed test where it fails. Nothing without ffmpeg.
[[nodiscard]] bool has_ffmpeg();
[[nodiscard]] std::string shell(const std::string& command);
[[nodiscard]] std::string quoted(const std::filesystem::path& file);
// Every frame as ffmpeg itself reads it.
[[nodiscard]] std::vector<Picture> read_with_ffmpeg(const std::filesystem::path& file,
                                                    FrameSize size);

}  // namespace dala::media::test
