#include "media/video/av/source.hpp"

extern "C" {
#include <libavutil/display.h>
#include <libavutil/hwcontext.h>
#include <libavutil/pixdesc.h>
}

#include <algorithm>
#include <array>
#include <cmath>

namespace dala::media::video {

namespace {

// Files say how long they are less exactly than the times of their packets are. Matroska does not
// say how long the last frame is shown: then it may be as long as the longest one before it.
constexpr VideoTime length_tolerance = std::chrono::seconds(1);

// The eight of EXIF from the matrix that takes stored pixels to shown ones; what is none of them
// (a slight turn) is shown as it is stored.
int orientation_of(const AVStream& stream) {
  std::size_t bytes = 0;
  const auto* matrix = reinterpret_cast<const std::int32_t*>(
      av_stream_get_side_data(&stream, AV_PKT_DATA_DISPLAYMATRIX, &bytes));
  if (matrix == nullptr || bytes < 9 * sizeof(std::int32_t)) return 1;
  const auto sign = [](std::int32_t value) { return value > 0 ? 1 : (value < 0 ? -1 : 0); };
  const int xx = sign(matrix[0]);  // how the shown x and y grow with the stored x ...
  const int xy = sign(matrix[1]);
  const int yx = sign(matrix[3]);  // ... and y
  const int yy = sign(matrix[4]);
  if (xy == 0 && yx == 0) return xx < 0 ? (yy < 0 ? 3 : 2) : (yy < 0 ? 4 : 1);
  if (xx == 0 && yy == 0) return xy > 0 ? (yx < 0 ? 6 : 5) : (yx < 0 ? 7 : 8);
  return 1;
}

// Matroska writes names of tags in capitals that others write small.
std::string lower(std::string name) {
  for (char& c : name)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return name;
}

// Tags that describe the container itself are not copied to another one.
bool is_about_the_file(std::string_view tag) {
  constexpr std::array<std::string_view, 6> names = {
      "major_brand", "minor_version", "compatible_brands", "encoder", "duration", "alpha_mode"};
  return std::ranges::find(names, tag) != names.end();
}

Ratio ratio(AVRational value, Ratio otherwise) {
  return value.num > 0 && value.den > 0 ? Ratio{value.num, value.den} : otherwise;
}

}  // namespace

Result<void> AvSource::open(Place place, const VideoReaderOptions& options) {
  if (packet_ == nullptr || frame_ == nullptr || transferred_ == nullptr || ahead_ == nullptr)
    return fail(ErrorCode::out_of_memory, "no memory to open {}", name_);
  DALA_ASSIGN(input_, open_input(std::move(place), interrupted_));
  const int best =
      av_find_best_stream(input_.context.get(), AVMEDIA_TYPE_VIDEO, -1, -1, nullptr, 0);
  if (best < 0) return fail(ErrorCode::bad_file, "{} has no video stream", name_);
  stream_ = input_.context->streams[best];
  DALA_ASSIGN(decoder_, open_decoder(*stream_, name_, options));
  orientation_ = orientation_of(*stream_);
  // The actual format is known only after decoding a frame.
  DALA_ASSIGN(waiting_, decode());
  if (!waiting_) return fail(ErrorCode::bad_file, "{} has no frame that can be decoded", name_);
  describe();
  describe_frame();
  describe_losses();
  if (info_.size.width == 0 || info_.size.height == 0 || info_.size.width > max_picture_side ||
      info_.size.height > max_picture_side)
    return fail(ErrorCode::bad_file, "{} has frames of {} x {} pixels; both sides must be 1 to {}",
                name_, info_.size.width, info_.size.height, max_picture_side);
  return {};
}

void AvSource::describe() {
  const AVFormatContext& context = *input_.context;
  if (context.duration > 0)
    info_.duration = VideoTime{av_rescale_q(context.duration, microsecond, nanosecond)};
  if (stream_->nb_frames > 0) info_.frames = static_cast<std::uint64_t>(stream_->nb_frames);
  const AVRational rate = av_guess_frame_rate(input_.context.get(), stream_, nullptr);
  const AVRational mean = stream_->avg_frame_rate.num > 0 ? stream_->avg_frame_rate : rate;
  if (mean.num > 0 && mean.den > 0) info_.frame_rate = av_q2d(mean);
  info_.tick = ratio(stream_->time_base, info_.tick);
  info_.codec = avcodec_get_name(stream_->codecpar->codec_id);
  info_.container = context.iformat->name;
  for (unsigned i = 0; i < context.nb_streams; ++i) {
    const AVMediaType type = context.streams[i]->codecpar->codec_type;
    info_.audio_streams += type == AVMEDIA_TYPE_AUDIO ? 1 : 0;
    info_.subtitle_streams += type == AVMEDIA_TYPE_SUBTITLE ? 1 : 0;
  }
  info_.other_streams = context.nb_streams - info_.audio_streams - info_.subtitle_streams - 1;
  info_.chapters = context.nb_chapters;
  const AVDictionaryEntry* tag = nullptr;
  while ((tag = av_dict_get(context.metadata, "", tag, AV_DICT_IGNORE_SUFFIX)) != nullptr)
    if (std::string name = lower(tag->key); !is_about_the_file(name))
      info_.tags.push_back({std::move(name), tag->value});
}

// What RGBA in eight bits does not have room for.
void AvSource::describe_losses() {
  const auto* format = av_pix_fmt_desc_get(static_cast<AVPixelFormat>(frame_->format));
  if (format != nullptr) info_.bits = static_cast<unsigned>(format->comp[0].depth);
  const AVDictionaryEntry* alpha = av_dict_get(stream_->metadata, "alpha_mode", nullptr, 0);
  info_.alpha = (format != nullptr && (format->flags & AV_PIX_FMT_FLAG_ALPHA) != 0) ||
                (alpha != nullptr && std::string_view(alpha->value) == "1");
  if (frame_->color_trc == AVCOL_TRC_SMPTE2084 || frame_->color_trc == AVCOL_TRC_ARIB_STD_B67)
    info_.transfer = av_color_transfer_name(frame_->color_trc);
}

void AvSource::describe_frame() {
  info_.size = {static_cast<std::uint32_t>(frame_->width),
                static_cast<std::uint32_t>(frame_->height)};
  info_.colours = as_public(colours_of(*frame_));
  info_.pixel =
      ratio(av_guess_sample_aspect_ratio(input_.context.get(), stream_, frame_.get()), info_.pixel);
  info_.decoder = decoder_.name;
  info_.no_hardware = decoder_.no_hardware;
  if (decoder_.context->hw_device_ctx != nullptr && frame_->hw_frames_ctx == nullptr &&
      transferred_->hw_frames_ctx == nullptr) {
    info_.decoder = decoder_.context->codec->name;
    info_.no_hardware = "the hardware does not decode this stream";
  }
}

Result<void> AvSource::feed() {
  const int code = av_read_frame(input_.context.get(), packet_.get());
  if (interrupted_) return fail(ErrorCode::shut_down, "reading {} was interrupted", name_);
  if (code == AVERROR_EOF) {
    ended_ = true;
    avcodec_send_packet(decoder_.context.get(), nullptr);
    return {};
  }
  if (code == AVERROR(EAGAIN)) return {};
  if (code < 0)
    return fail(ErrorCode::bad_file, "{} cannot be read on after {:.3f} s: {}", name_,
                std::chrono::duration<double>(reached_).count(), reason(code));
  const AVStream& stream = *input_.context->streams[packet_->stream_index];
  if (packet_->dts != AV_NOPTS_VALUE)
    reached_ = std::max(reached_, input_.time(stream, packet_->dts + packet_->duration));
  cut_ = (packet_->flags & AV_PKT_FLAG_CORRUPT) != 0;
  if (packet_->stream_index == stream_->index &&
      avcodec_send_packet(decoder_.context.get(), packet_.get()) < 0)
    ++damaged_;
  av_packet_unref(packet_.get());
  return {};
}

// A file that lost its end is not to pass for a whole one.
Result<void> AvSource::check_end() const {
  const AVFormatContext& context = *input_.context;
  const bool says_length = context.duration > 0 && !input_.device &&
                           context.duration_estimation_method == AVFMT_DURATION_FROM_STREAM;
  const VideoTime length{av_rescale_q(context.duration, microsecond, nanosecond)};
  if (!cut_ && (!says_length || reached_ + std::max(length_tolerance, longest_) >= length))
    return {};
  return fail(ErrorCode::bad_file, "{} is cut short: it ends after {:.3f} s of {:.3f}", name_,
              std::chrono::duration<double>(reached_).count(),
              std::chrono::duration<double>(length).count());
}

Result<void> AvSource::check_memory() const {
  if (!decoder_.memory->exceeded) return {};
  const VideoMemory& memory = decoder_.memory->memory;
  return fail(ErrorCode::out_of_memory,
              "the frames of {} ({} x {} pixels) that are needed at the same time take more than "
              "{} bytes, {} of which are in use; {} (--video-memory) raises the limit",
              name_, stream_->codecpar->width, stream_->codecpar->height, memory.limit(),
              memory.used(), memory.raised_by());
}

Result<bool> AvSource::decode() {
  while (true) {
    const int code = avcodec_receive_frame(decoder_.context.get(), frame_.get());
    if (code < 0) {
      DALA_TRY(check_memory());
      if (code != AVERROR(EAGAIN) && code != AVERROR_EOF) ++damaged_;
      if (ended_) {  // the decoder is drained, whatever it reports
        DALA_TRY(check_end());
        return false;
      }
      DALA_TRY(feed());
      continue;
    }
    if (frame_->decode_error_flags != 0 || (frame_->flags & AV_FRAME_FLAG_CORRUPT) != 0) ++damaged_;
    DALA_TRY(from_hardware());
    time_ = next_time();
    return true;
  }
}

Result<void> AvSource::from_hardware() {
  if (frame_->hw_frames_ctx == nullptr) return {};
  av_frame_unref(transferred_.get());
  const int code = av_hwframe_transfer_data(transferred_.get(), frame_.get(), 0);
  if (code < 0)
    return fail(ErrorCode::device_lost, "a frame of {} could not be read from the decoder: {}",
                name_, reason(code));
  av_frame_copy_props(transferred_.get(), frame_.get());
  std::swap(frame_, transferred_);
  return {};
}

VideoTime AvSource::next_time() {
  const VideoTime tick{std::max<std::int64_t>(av_rescale_q(1, stream_->time_base, nanosecond), 1)};
  VideoTime time = has_time_ ? time_ + tick : VideoTime{};
  if (frame_->best_effort_timestamp != AV_NOPTS_VALUE)
    time = input_.time(*stream_, frame_->best_effort_timestamp);
  else if (has_time_ && info_.frame_rate > 0)
    time = time_ + VideoTime{std::llround(1e9 / info_.frame_rate)};
  if (has_time_ && time <= time_) time = time_ + tick;
  if (has_time_) longest_ = std::max(longest_, time - time_);
  has_time_ = true;
  return time;
}

Result<bool> AvSource::prepare() {
  if (interrupted_) return fail(ErrorCode::shut_down, "reading {} was interrupted", name_);
  if (!waiting_) {
    DALA_ASSIGN(waiting_, decode());
  }
  return waiting_;
}

Result<void> AvSource::take(VideoFrame& frame, std::span<std::uint8_t> rgba) {
  frame.time = time_;
  frame.duration = VideoTime{av_rescale_q(frame_->pkt_duration, stream_->time_base, nanosecond)};
  frame.opaque = !has_alpha(*frame_);
  DALA_TRY(to_rgba_.convert(*frame_, info_.size, rgba));
  waiting_ = std::exchange(has_ahead_, false);
  if (waiting_) {
    std::swap(frame_, ahead_);
    time_ = ahead_time_;
  }
  return {};
}

Result<void> AvSource::seek(VideoTime time) {
  if (input_.device)
    return fail(ErrorCode::unsupported, "{} is a device; it cannot go to another time", name_);
  const VideoTime from_start{time.count() + (input_.start * (1'000'000'000 / AV_TIME_BASE))};
  const std::int64_t target =
      av_rescale_q_rnd(from_start.count(), nanosecond, stream_->time_base, AV_ROUND_DOWN);
  // Some files have no place to go to before their first key frame.
  int code = av_seek_frame(input_.context.get(), stream_->index, target, AVSEEK_FLAG_BACKWARD);
  if (code < 0) code = av_seek_frame(input_.context.get(), stream_->index, 0, AVSEEK_FLAG_BACKWARD);
  if (code < 0)
    return fail(ErrorCode::unsupported, "{} cannot go to another time: {}", name_, reason(code));
  avcodec_flush_buffers(decoder_.context.get());
  ended_ = waiting_ = has_ahead_ = has_time_ = false;
  return skip_to(time);
}

// Decodes up to the frame that is visible at `time`: the last one that begins no later. That it is
// the last is known once the frame after it is decoded, which is kept in `ahead_`.
Result<void> AvSource::skip_to(VideoTime time) {
  bool found = false;
  VideoTime found_at{};
  while (true) {
    DALA_ASSIGN(const bool more, decode());
    if (more && time_ <= time) {
      std::swap(frame_, ahead_);
      found_at = time_;
      found = true;
      continue;
    }
    waiting_ = found || more;
    has_ahead_ = found && more;
    if (found) {
      std::swap(frame_, ahead_);
      ahead_time_ = std::exchange(time_, found_at);
    }
    return {};
  }
}

}  // namespace dala::media::video
