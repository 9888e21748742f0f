#include <dala/media_transcode.hpp>

#include <cmath>
#include <exception>
#include <new>
#include <thread>

#include "core/error.hpp"
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

class Transcoder {
 public:
  Transcoder(VideoReader reader, FramePipeline pipeline, VideoWriter writer, FrameSize output_size,
             const TranscodeOptions& options)
      : reader_(std::move(reader)),
        pipeline_(std::move(pipeline)),
        writer_(std::move(writer)),
        output_size_(output_size),
        options_(options),
        total_(expected_frames()) {}

  Result<TranscodeReport> run() {
    std::thread decoding([&] { read_.close(guarded([&] { return decode(); })); });
    std::thread filtering([&] { filtered_.close(guarded([&] { return filter(); })); });
    const auto encoded = guarded([&] { return encode(); });
    // Those that wait for room, for a frame or for data.
    read_.abandon();
    filtered_.abandon();
    if (!encoded || stopped_) reader_.interrupt();
    filtering.join();
    decoding.join();
    if (!encoded) return std::unexpected(encoded.error());
    DALA_TRY(writer_.finish(stopped_));
    DALA_ASSIGN(auto plan, pipeline_.explain(options_.filters));
    return TranscodeReport{.frames = frames_,
                           .damaged = reader_.damaged(),
                           .stopped = stopped_,
                           .input = reader_.info(),
                           .output_size = output_size_,
                           .notes = writer_.notes(),
                           .plan = std::move(plan)};
  }

 private:
  [[nodiscard]] std::uint64_t expected_frames() const {
    const VideoInfo& info = reader_.info();
    if (info.frames > 0) return info.frames;
    const double seconds = std::chrono::duration<double>(info.duration).count();
    return static_cast<std::uint64_t>(std::llround(seconds * info.frame_rate));
  }

  Result<void> decode() {
    VideoFrame frame;
    while (true) {
      DALA_ASSIGN(const bool more, reader_.read(frame));
      if (!more || !read_.put(frame)) return {};
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
  const FrameSize output_size_;
  const TranscodeOptions& options_;
  FrameQueue read_;
  FrameQueue filtered_;
  std::uint64_t frames_ = 0;
  std::uint64_t total_ = 0;
  bool stopped_ = false;
};

}  // namespace

Result<TranscodeReport> transcode(const std::string& source, const std::filesystem::path& file,
                                  const TranscodeOptions& options) {
  DALA_ASSIGN(const VideoReader reader, VideoReader::open(source, options.reader));
  const FrameSize size = reader.info().size;
  DALA_ASSIGN(const FramePipeline pipeline,
              FramePipeline::start(size.width, size.height, options.pipeline));
  DALA_ASSIGN(const FrameSize out, pipeline.output_size(options.filters));
  VideoWriterOptions writing = options.writer;
  writing.like = reader;
  if (options.copy_streams && reader.info().audio_streams + reader.info().subtitle_streams > 0)
    writing.copy_from = source;
  DALA_ASSIGN(const VideoWriter writer, VideoWriter::create(file, out, writing));
  return Transcoder(reader, pipeline, writer, out, options).run();
}

}  // namespace dala::media
