// Videos as the library sees them. What reads and writes them is in media/video/av, a library of
// its own that the first video loads: libav brings a hundred others along, and programs without
// videos should not pay for them.
//
//   DALA_ASSIGN(video::Library * library, video::library());
//   DALA_ASSIGN(auto place, video::find_place("in.mp4", SourcePolicy::files()));
//   DALA_ASSIGN(auto source, library->open(std::move(place), {}));
//
// Both sides are built from the same sources at the same time, so this interface need not be
// stable; cmake/DalaInterface.cmake keeps a stray file of another build from being used.
//
// The library here checks arguments of its callers; the other side checks what files hold.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <dala/media/video.hpp>

#include "media/video/place.hpp"

namespace dala::media::video {

// Frames as they are stored: not yet rotated, and `info().size` likewise.
class VideoSource {
 public:
  virtual ~VideoSource() = default;
  [[nodiscard]] virtual const VideoInfo& info() const = 0;
  // As in EXIF, 1 to 8: how stored frames are to be turned and mirrored.
  [[nodiscard]] virtual int orientation() const = 0;
  // Decodes the next frame, unless one is waiting to be taken; false at the end.
  [[nodiscard]] virtual Result<bool> prepare() = 0;
  // The frame that is waiting: its times, and its pixels into memory of info().size.
  [[nodiscard]] virtual Result<void> take(VideoFrame& frame, std::span<std::uint8_t> rgba) = 0;
  [[nodiscard]] virtual Result<void> seek(VideoTime time) = 0;
  [[nodiscard]] virtual std::uint64_t damaged() const = 0;
  virtual void interrupt() = 0;
};

class Sink {
 public:
  virtual ~Sink() = default;
  [[nodiscard]] virtual Result<void> write(std::span<const std::uint8_t> rgba, VideoTime time,
                                           VideoTime duration) = 0;
  // Puts all that is left into the file, which is then the caller's to close and to name.
  [[nodiscard]] virtual Result<void> finish(bool early) = 0;
  [[nodiscard]] virtual const std::vector<std::string>& losses() const = 0;
};

// What VideoWriterOptions come to.
struct SinkOptions {
  std::filesystem::path file;       // its name, for errors
  int descriptor = -1;              // where it is written; the caller's
  bool can_seek = true;             // in it
  const char* container = nullptr;  // as libav names it
  FrameSize size;
  VideoCodec codec = VideoCodec::h264;
  std::optional<int> crf;
  std::string preset;
  unsigned threads = 0;
  bool background = false;
  double frame_rate = 30;
  Ratio tick;
  Ratio pixel;
  VideoColours colours;
  std::optional<Place> copy_from;
  std::vector<VideoTag> tags;
  std::vector<std::string> losses;  // that are known already
  std::uint64_t memory_limit = 0;
};

class Library {
 public:
  virtual ~Library() = default;
  [[nodiscard]] virtual std::string version() const = 0;
  [[nodiscard]] virtual Result<std::unique_ptr<VideoSource>> open(
      Place place, const VideoReaderOptions& options) = 0;
  [[nodiscard]] virtual Result<std::unique_ptr<Sink>> create(SinkOptions options) = 0;
};

// The one of the process, loaded on first use; `unsupported` where it is not installed.
[[nodiscard]] Result<Library*> library();

// The colours assumed for streams that do not specify them.
[[nodiscard]] inline VideoColours usual_colours(FrameSize size) {
  const bool large = size.width >= 1280 || size.height > 576;
  return {.matrix = large ? YuvMatrix::bt709 : YuvMatrix::bt601, .full_range = false};
}

}  // namespace dala::media::video
