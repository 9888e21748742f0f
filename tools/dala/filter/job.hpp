// What `dala filter` does, for each kind of input.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <dala/media/pipeline.hpp>
#include <dala/media/still.hpp>
#include <dala/media/transcode.hpp>

#include "terminal/outcome.hpp"

namespace dala::cli {

struct FilterJob {
  std::vector<media::Filter> filters = {};
  std::string device = {};
  unsigned threads = 0;
  int quality = media::StillOptions{}.quality;
  media::StillLimits limits = {};
  std::optional<media::StillFormat> format = {};  // of pictures; none: by extension
  media::VideoWriterOptions video = {};
  bool hardware = true;                                   // decoders, where there are some
  bool copy_streams = true;                               // audio and subtitles
  std::optional<std::chrono::nanoseconds> duration = {};  // of a video, at most
  bool overwrite = false;
  bool explain = false;
  std::optional<std::uint64_t> video_memory = {};  // bytes that frames may take
};

// Bad usage where the output is the input, unless the job allows it.
[[nodiscard]] Outcome check_apart(const FilterJob& job, const std::filesystem::path& input,
                                  const std::filesystem::path& output);

// Either may be "-": the picture then comes from standard input or goes to standard output, where
// it has the input's format unless the job says another.
[[nodiscard]] Outcome filter_file(const FilterJob& job, const std::filesystem::path& input,
                                  const std::filesystem::path& output);

// Every picture in the folder, under the same name in the other. One that cannot be filtered is
// reported and left out, and makes the whole fail in the end.
[[nodiscard]] Outcome filter_folder(const FilterJob& job, const std::filesystem::path& input,
                                    const std::filesystem::path& output);

// From whatever libav reads. Ctrl-C ends it with the frames up to there.
[[nodiscard]] Outcome filter_video(const FilterJob& job, const std::string& input,
                                   const std::filesystem::path& output);

// Raw frames from standard input to standard output.
[[nodiscard]] Outcome filter_stream(const FilterJob& job, media::FrameSize size);

}  // namespace dala::cli
