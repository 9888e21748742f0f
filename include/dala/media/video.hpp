// Videos from and to files, cameras and streams.
//
//   auto in = dala::media::VideoReader::open("in.mp4");
//   auto out = dala::media::VideoWriter::create("out.mp4", in->info().size, {.like = *in});
//   dala::media::VideoFrame frame;
//   while (in->read(frame).value_or(false)) out->write(frame.picture.rgba, frame.time);
//   out->finish();
//
// Frames are RGBA as they are to be looked at: rotated as the file says, with the colours of the
// stream's own matrix and range, each with its own time. What decodes and encodes is libav, in a
// library of its own (libdala-video) that the first video loads; where that is missing every call
// is the error `unsupported`. To filter a whole file see <dala/media/transcode.hpp>.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <dala/core/error.hpp>
#include <dala/core/export.hpp>
#include <dala/core/picture.hpp>
#include <dala/core/source_policy.hpp>
#include <dala/media/convert.hpp>
#include <dala/media/video_memory.hpp>

namespace dala::media {

// Since the start of the file, exact enough to find the stream's own ticks again.
using VideoTime = std::chrono::nanoseconds;

struct VideoFrame {
  Picture picture = {};
  VideoTime time{};      // when it is shown; each frame's is later than the one before
  VideoTime duration{};  // 0 where the file does not say
  bool opaque = false;   // it has no alpha: every pixel's is 255
};

struct Ratio {
  int numerator = 1;
  int denominator = 1;
  friend bool operator==(const Ratio&, const Ratio&) = default;
};

// What the numbers of a stream mean. Streams that do not say are taken as BT.709 from 1280 wide or
// 577 high on and as BT.601 below, with limited range.
struct VideoColours {
  YuvMatrix matrix = YuvMatrix::bt709;
  bool full_range = false;
};

// What a file says about itself: "title", "creation_time", ... Names are in small letters.
struct VideoTag {
  std::string name = {};
  std::string value = {};
  friend bool operator==(const VideoTag&, const VideoTag&) = default;
};

struct VideoInfo {
  FrameSize size = {};  // as it is to be looked at
  VideoTime duration{};
  std::uint64_t frames = 0;  // as the file says
  double frame_rate = 0;     // the mean
  Ratio tick = {1, 90000};   // what times of the file are whole numbers of, in seconds
  Ratio pixel = {1, 1};      // width to height of a pixel
  VideoColours colours = {};
  int rotation = 0;  // what was carried out to show it upright, clockwise: 0, 90, 180 or 270
  std::string codec = {};
  std::string container = {};
  std::string decoder = {};      // "h264", or "h264 on cuda" where hardware does it
  std::string no_hardware = {};  // why hardware does not, where it was wanted
  unsigned audio_streams = 0;
  unsigned subtitle_streams = 0;
  unsigned other_streams = 0;  // further videos, covers, data and attachments
  unsigned chapters = 0;
  unsigned bits = 8;          // of a channel, as the stream has them
  bool alpha = false;         // the stream has it
  std::string transfer = {};  // of HDR: "smpte2084" (PQ) or "arib-std-b67" (HLG)
  std::vector<VideoTag> tags = {};
  // Durations and numbers of frames are 0 where the file does not say them.
};

struct VideoReaderOptions {
  bool hardware = true;  // a decoder of the machine's hardware where there is one
  unsigned threads = 0;  // of the decoder; 0 for one per core, or as many as memory_limit lets
  SourcePolicy sources = SourcePolicy::files();  // what the name may lead to
  // Of all frames that the decoder holds: a few bytes of a file can promise frames of any size. A
  // stream that needs more is `out_of_memory`.
  std::uint64_t memory_limit = std::uint64_t{1} << 30;
  // What the frames are taken from, where it is given: then its limit counts, for all that share
  // it.
  std::optional<VideoMemory> memory = {};
};

// A handle; copies are the same reader. One thread at a time, but for `interrupt`.
class DALA_API VideoReader {
 public:
  // A file; or, where options.sources allows it, a URL, a playlist, or DEVICE:NAME with an input
  // device of libav: "v4l2:/dev/video0", "lavfi:testsrc". What is no video, or has none, is the
  // error `bad_file`.
  [[nodiscard]] static Result<VideoReader> open(const std::string& source,
                                                const VideoReaderOptions& options = {});

  [[nodiscard]] const VideoInfo& info() const;
  [[nodiscard]] const std::string& source() const;
  // Whether it ends by itself, as files do. Cameras and streams go on until somebody stops them.
  [[nodiscard]] bool has_end() const;

  // The next frame, into memory that is used again; false at the end. A file that ends before it
  // should is `bad_file` there.
  [[nodiscard]] Result<bool> read(VideoFrame& frame) const;

  // The same in two steps, for memory of the caller's. `prepare` decodes the next frame and keeps
  // it, false at the end; `read_into` then waits for nothing. `rgba` has the bytes of info().size,
  // and the frame's picture stays as it is.
  [[nodiscard]] Result<bool> prepare() const;
  [[nodiscard]] Result<bool> read_into(VideoFrame& frame, std::span<std::uint8_t> rgba) const;

  // The next frame that is read is the one on show at this time: the last that is not later, or the
  // first of all.
  [[nodiscard]] Result<void> seek(VideoTime time) const;

  // Frames so far whose data were damaged: decoded as well as possible, or left out.
  [[nodiscard]] std::uint64_t damaged() const;

  // From any thread: whatever waits for data ends now, and every later read is `shut_down`.
  void interrupt() const;

  struct State;
  explicit VideoReader(std::shared_ptr<State> state) : state_(std::move(state)) {}

 private:
  std::shared_ptr<State> state_;
};

enum class VideoCodec : std::uint8_t { h264, h265, vp9 };

struct VideoWriterOptions {
  std::optional<VideoCodec> codec = {};  // else H.264, of .webm VP9
  std::optional<int> crf = {};           // 0 (best) to 51, of VP9 63; else the codec's own default
  // One of x264's: ultrafast, superfast, veryfast, faster, fast, medium, slow, slower, veryslow.
  std::string preset = "medium";
  unsigned threads = 0;  // of the encoder; 0 for what it finds best
  // Frames are encoded on a thread of the writer's while the next one is made. What goes wrong
  // there is the error of a later `write` or of `finish`.
  bool background = false;

  // Times, colours, the form of pixels, title and other tags as this reader has them.
  std::optional<VideoReader> like = {};
  // A file whose audio and subtitles are copied, packet by packet, and what its name may lead to.
  std::string copy_from = {};
  SourcePolicy copy_sources = SourcePolicy::files();
  // Of the frames that the encoder holds to look ahead: large frames get fewer.
  std::uint64_t memory_limit = std::uint64_t{1} << 30;

  // Where `like` is not given:
  double frame_rate = 30;                    // a hint to the encoder; times are those of `write`
  std::optional<VideoColours> colours = {};  // else by size, as for streams that do not say
};

// A handle; copies are the same writer. One thread at a time.
class DALA_API VideoWriter {
 public:
  // By the extension: .mp4, .mov, .mkv or .webm. The file is written under another name beside it,
  // and has its own only when it is finished; if the last handle goes before, nothing is left. A
  // pipe or device is written into as it comes. The picture in the file has even sides: a last odd
  // column or row is repeated.
  [[nodiscard]] static Result<VideoWriter> create(const std::filesystem::path& file, FrameSize size,
                                                  const VideoWriterOptions& options = {});

  // Times must grow. The last frame lasts as long as `duration` says, or as the one before. Alpha
  // is put over black.
  [[nodiscard]] Result<void> write(std::span<const std::uint8_t> rgba, VideoTime time,
                                   VideoTime duration = {}) const;

  // The file under its name, whole. With `early` audio and subtitles end with the last frame.
  [[nodiscard]] Result<void> finish(bool early = false) const;
  // For a video that was to be longer: it can be played, has a name of its own, which is returned
  // (NAME.partial.mp4, or with a number where that is taken), and a file that was there stays.
  [[nodiscard]] Result<std::filesystem::path> finish_partial() const;

  // What the file does not have of `like` and `copy_from`: a sentence each.
  [[nodiscard]] const std::vector<std::string>& losses() const;

  struct State;
  explicit VideoWriter(std::shared_ptr<State> state) : state_(std::move(state)) {}

 private:
  std::shared_ptr<State> state_;
};

// Whether this build can read and write videos, and with what: "libavcodec 59.37.100, ...".
[[nodiscard]] DALA_API Result<std::string> video_version();

// Whether a file of this name would be a video that VideoWriter can write.
[[nodiscard]] DALA_API bool is_video_file(const std::filesystem::path& file);

// "h264", "h265" or "vp9".
[[nodiscard]] DALA_API Result<VideoCodec> video_codec(std::string_view name);

}  // namespace dala::media
