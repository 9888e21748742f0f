// A whole video through filters, from file to file.
//
//   auto done = dala::media::transcode("in.mp4", "out.mp4",
//                                      {.filters = {{"blur", {{"radius", 3}}}, {"sepia"}}});
//   if (done) std::cout << done->frames << " frames\n";
//
// Frames are decoded, filtered and encoded at the same time, on threads of their own with a few
// frames between them, so memory does not grow with the file. Each frame keeps its time; audio,
// subtitles and tags are copied, and the report says what was lost. `out.mp4` appears whole or not
// at all.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <dala/media/pipeline.hpp>
#include <dala/media/video.hpp>

namespace dala::media {

struct TranscodeProgress {
  std::uint64_t frames = 0;  // encoded so far
  std::uint64_t total = 0;   // as far as the file tells; 0 where it does not
};

struct TranscodeOptions {
  std::vector<Filter> filters = {};
  FramePipelineOptions pipeline = {};
  VideoReaderOptions reader = {};
  VideoWriterOptions writer = {};  // `like` and `copy_from` are those of the source
  bool copy_streams = true;        // audio and subtitles
  // Only so much of the source, from its first frame on; the file is complete then. How a camera's
  // recording gets a length.
  std::optional<std::chrono::nanoseconds> duration = {};
  // Of all frames on their way, in the host's memory: the larger they are, the fewer there are, and
  // where one at a time needs more, it is `out_of_memory`.
  std::uint64_t memory_limit = std::uint64_t{3} << 30;
  // After every frame, and now and then while there is none, on the calling thread. False ends it
  // there. Of a source that has an end that is a part of the video: it keeps a name of its own, as
  // VideoWriter::finish_partial gives it, and a file that was there stays. A camera or stream has
  // no other end, and the file takes its place.
  std::function<bool(const TranscodeProgress&)> on_progress = {};
};

struct TranscodeReport {
  std::uint64_t frames = 0;
  std::uint64_t damaged = 0;  // frames whose data were not good
  bool stopped = false;       // by on_progress
  // What was written: the file that was asked for, or the name that a part of the video has; empty
  // where it was stopped before the first frame.
  std::filesystem::path file = {};
  VideoInfo input = {};
  FrameSize output_size = {};
  // What the file does not have of the source: a sentence each.
  std::vector<std::string> losses = {};
  Explanation plan = {};  // how the filters ran
};

// `source` as VideoReader::open takes it, `file` as VideoWriter::create does. They may be the same
// file, which is then replaced in the end.
[[nodiscard]] DALA_API Result<TranscodeReport> transcode(const std::string& source,
                                                         const std::filesystem::path& file,
                                                         const TranscodeOptions& options = {});

}  // namespace dala::media
