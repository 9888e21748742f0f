// How commands that write videos are told what kind.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include <dala/media/video.hpp>

#include "terminal/outcome.hpp"

namespace dala::cli {

struct VideoOptions {
  std::string codec = {};
  media::VideoWriterOptions writer = {};
};

// --codec, --crf and --codec-preset.
void add_video_options(CLI::App& command, VideoOptions& options);
// With the codec that was named; a name that is none is bad usage.
[[nodiscard]] OutcomeOf<media::VideoWriterOptions> writer_options(const VideoOptions& options);

// What a video does not have of what it was made from, a line each on standard error.
void print_losses(const std::vector<std::string>& losses);

}  // namespace dala::cli
