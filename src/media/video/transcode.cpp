#include <dala/media/transcode.hpp>

#include <algorithm>
#include <cmath>
#include <exception>
#include <new>

#include "core/error.hpp"
#include "core/threads/thread.hpp"
#include "media/video/frame_queue.hpp"

namespace dala::media {

namespace {

using video::FrameQueue;

// How often a caller is asked whether to go on while no frame comes.
constexpr std::chrono::milliseconds patience{100};

// A thread's whole work: what it throws (no memory for a frame, or a caller's own exception) is an
// error as any other.
template <typename Work>
Result<void> guarded(const Work& work) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return fail(ErrorCode::out_of_memory, "no memory for the frames of the video");
  } catch (const std::exception& error) {
    return fail(ErrorCode::invalid_argument, "the video's progress function failed: {}",
                error.what());
  } catch (...) {
    return fail(ErrorCode::invalid_argument, "the video's progress function failed");
  }
}

// How many frames may wait between two threads, so that all that are on their way stay within the
// limit; large frames are fewer.
Result<std::size_t> frames_between(FrameSize in, FrameSize out, const TranscodeOptions& options) {
  const auto pixels = [](FrameSize size) { return std::uint64_t{size.width} * size.height; };
  // A decoder holds some six frames of YUV and an encoder as many with what belongs to them. Each
  // thread has a frame of its own, and the filters have another on both sides.
  constexpr std::uint64_t rgba = 4;
  constexpr std::uint64_t decoder = 9;
  constexpr std::uint64_t encoder = 15;
  const std::uint64_t always =
      (pixels(in) * (decoder + 3 * rgba)) + (pixels(out) * (encoder + 3 * rgba));
  const std::uint64_t slot = rgba * (pixels(in) + pixels(out));
  if (always + slot > options.memory_limit)
    return fail(ErrorCode::out_of_memory,
                "frames of {} x {} that become {} x {} take about {} bytes on their way; the limit "
                "is {}, which TranscodeOptions::memory_limit (--video-memory) raises",
                in.width, in.height, out.width, out.height, always + slot, options.memory_limit);
  return std::min<std::uint64_t>((options.memory_limit - always) / slot, FrameQueue::most);
}

class Transcoder {
 public:
  Transcoder(VideoReader reader, FramePipeline pipeline, VideoWriter writer,
             std::filesystem::path file, FrameSize output_size, std::size_t between,
             const TranscodeOptions& options)
      : reader_(std::move(reader)),
        pipeline_(std::move(pipeline)),
        writer_(std::move(writer)),
        file_(std::move(file)),
        output_size_(output_size),
        options_(options),
        read_(between),
        filtered_(between),
        total_(expected_frames()) {}

  Result<TranscodeReport> run() {
    DALA_ASSIGN(Thread decoding, Thread::start("decoding the video", [&] {
                  read_.close(guarded([&] { return decode(); }));
                }));
    auto filtering = Thread::start("filtering the video",
                                   [&] { filtered_.close(guarded([&] { return filter(); })); });
    const auto encoded = guarded([&]() -> Result<void> {
      if (!filtering) return std::unexpected(filtering.error());
      return encode();
    });
    // Those that wait for room, for a frame or for data.
    read_.abandon();
    filtered_.abandon();
    if (!encoded || stopped_) reader_.interrupt();
    if (filtering) filtering->join();
    decoding.join();
    if (!encoded) return std::unexpected(encoded.error());
    DALA_ASSIGN(auto written, finish());
    DALA_ASSIGN(auto plan, pipeline_.explain(options_.filters));
    return TranscodeReport{.frames = frames_,
                           .damaged = reader_.damaged(),
                           .stopped = stopped_,
                           .file = std::move(written),
                           .input = reader_.info(),
                           .output_size = output_size_,
                           .losses = writer_.losses(),
                           .plan = std::move(plan)};
  }

 private:
  [[nodiscard]] std::uint64_t expected_frames() const {
    const VideoInfo& info = reader_.info();
    const std::uint64_t all = info.frames > 0 ? info.frames : frames_in(info.duration);
    if (!options_.duration) return all;
    const std::uint64_t wanted = frames_in(*options_.duration);
    return all > 0 ? std::min(all, wanted) : wanted;
  }

  [[nodiscard]] std::uint64_t frames_in(std::chrono::nanoseconds time) const {
    const double seconds = std::chrono::duration<double>(time).count();
    return static_cast<std::uint64_t>(std::ceil((seconds * reader_.info().frame_rate) - 0.01));
  }

  // The name that the file has then.
  Result<std::filesystem::path> finish() {
    if (stopped_ && frames_ == 0) return {};
    if (stopped_ && reader_.has_end()) return writer_.finish_partial();
    DALA_TRY(writer_.finish(stopped_ || cut_));
    return file_;
  }

  Result<void> decode() {
    VideoFrame frame;
    std::optional<std::chrono::nanoseconds> first;
    while (true) {
      DALA_ASSIGN(const bool more, reader_.read(frame));
      if (!more) return {};
      if (!first) first = frame.time;
      cut_ = options_.duration && frame.time - *first >= *options_.duration;
      if (cut_ || !read_.put(frame)) return {};
    }
  }

  Result<void> filter() {
    VideoFrame in;
    VideoFrame out;
    while (true) {
      DALA_ASSIGN(const auto taken, read_.take(in, patience));
      if (taken == FrameQueue::Taken::end || filtered_.abandoned()) return {};
      if (taken == FrameQueue::Taken::nothing_yet) continue;
      out.picture.width = output_size_.width;
      out.picture.height = output_size_.height;
      out.picture.rgba.resize(std::size_t{output_size_.width} * output_size_.height * 4);
      out.time = in.time;
      out.duration = in.duration;
      DALA_TRY(pipeline_.process_frame_into(in.picture.rgba, options_.filters, out.picture.rgba));
      if (!filtered_.put(out)) return {};
    }
  }

  Result<void> encode() {
    VideoFrame frame;
    while (true) {
      DALA_ASSIGN(const auto taken, filtered_.take(frame, patience));
      if (taken == FrameQueue::Taken::end) return {};
      if (taken == FrameQueue::Taken::frame) {
        DALA_TRY(writer_.write(frame.picture.rgba, frame.time, frame.duration));
        ++frames_;
      }
      if (options_.on_progress && !options_.on_progress({frames_, total_})) {
        stopped_ = true;
        return {};
      }
    }
  }

  VideoReader reader_;
  FramePipeline pipeline_;
  VideoWriter writer_;
  const std::filesystem::path file_;
  const FrameSize output_size_;
  const TranscodeOptions& options_;
  FrameQueue read_;
  FrameQueue filtered_;
  std::uint64_t frames_ = 0;
  std::uint64_t total_ = 0;
  bool stopped_ = false;
  bool cut_ = false;  // at options_.duration; the decoding thread's until it has ended
};

}  // namespace

Result<TranscodeReport> transcode(const std::string& source, const std::filesystem::path& file,
                                  const TranscodeOptions& options) {
  if (options.duration && *options.duration <= std::chrono::nanoseconds::zero())
    return fail(ErrorCode::invalid_argument,
                "TranscodeOptions::duration must be more than 0, not {} s",
                std::chrono::duration<double>(*options.duration).count());
  DALA_ASSIGN(const VideoReader reader, VideoReader::open(source, options.reader));
  const FrameSize size = reader.info().size;
  DALA_ASSIGN(const FramePipeline pipeline,
              FramePipeline::start(size.width, size.height, options.pipeline));
  DALA_ASSIGN(const FrameSize out, pipeline.output_size(options.filters));
  DALA_ASSIGN(const std::size_t between, frames_between(size, out, options));
  VideoWriterOptions writing = options.writer;
  writing.like = reader;
  writing.copy_sources = options.reader.sources;
  if (options.copy_streams && reader.info().audio_streams + reader.info().subtitle_streams > 0)
    writing.copy_from = source;
  DALA_ASSIGN(const VideoWriter writer, VideoWriter::create(file, out, writing));
  return Transcoder(reader, pipeline, writer, file, out, between, options).run();
}

}  // namespace dala::media
