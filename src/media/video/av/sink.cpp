#include "media/video/av/sink.hpp"

#include <algorithm>

namespace dala::media::video {

AvSink::AvSink(SinkOptions options) : options_(std::move(options)) {}

std::unexpected<Error> AvSink::could_not_write(const std::string& why) const {
  return fail(ErrorCode::io, "could not write {}: {}", options_.file.string(), why);
}

Result<void> AvSink::open() {
  AVFormatContext* made = nullptr;
  if (avformat_alloc_output_context2(&made, nullptr, options_.container, nullptr) < 0 ||
      packet_ == nullptr)
    return fail(ErrorCode::unsupported, "libav here cannot write {}", options_.container);
  output_.reset(made);
  DALA_ASSIGN(encoder_, open_encoder(options_, (made->oformat->flags & AVFMT_GLOBALHEADER) != 0));
  stream_ = avformat_new_stream(made, nullptr);
  if (stream_ == nullptr || avcodec_parameters_from_context(stream_->codecpar, encoder_.get()) < 0)
    return fail(ErrorCode::out_of_memory, "no memory to write {}", options_.file.string());
  // What players of MP4 know H.265 by.
  if (options_.codec == VideoCodec::h265 && options_.container != std::string_view("matroska"))
    stream_->codecpar->codec_tag = MKTAG('h', 'v', 'c', '1');
  stream_->time_base = encoder_->time_base;
  stream_->avg_frame_rate = encoder_->framerate;
  stream_->sample_aspect_ratio = encoder_->sample_aspect_ratio;
  for (const VideoTag& tag : options_.tags)
    av_dict_set(&made->metadata, tag.name.c_str(), tag.value.c_str(), 0);
  if (options_.copy_from)
    DALA_TRY(copied_.add(*std::exchange(options_.copy_from, {}), *made, options_.losses));

  if (options_.background) {
    thread_.emplace([this](PendingFrame& pending) { return encode_pending(pending); });
    DALA_TRY(thread_->start());
    for (PendingFrame& pending : thread_->frames()) DALA_TRY(make_frame(pending.frame.get()));
  } else {
    DALA_TRY(make_frame(own_.frame.get()));
  }

  made->pb = open_output(options_.descriptor, options_.can_seek);
  if (made->pb == nullptr)
    return fail(ErrorCode::out_of_memory, "no memory to write {}", options_.file.string());
  made->flags |= AVFMT_FLAG_CUSTOM_IO;
  Dictionary settings;
  // MP4's index is written last; without seeking, write fragments instead.
  if (!options_.can_seek) settings.set("movflags", "frag_keyframe+empty_moov");
  // MP4 stores times as whole multiples of 1 / timescale: with the tick's own denominator, times
  // are kept exactly.
  if (options_.tick.numerator == 1)
    settings.set("video_track_timescale", format("{}", options_.tick.denominator));
  if (const int code = avformat_write_header(made, settings.get()); code < 0)
    return could_not_write(reason(code));
  return {};
}

Result<void> AvSink::make_frame(AVFrame* frame) const {
  if (frame != nullptr) {
    frame->format = encoder_->pix_fmt;
    frame->width = encoder_->width;
    frame->height = encoder_->height;
    if (av_frame_get_buffer(frame, 0) >= 0) return {};
  }
  return fail(ErrorCode::out_of_memory, "no memory for frames of {}", options_.file.string());
}

Result<void> AvSink::write(std::span<const std::uint8_t> rgba, VideoTime time, VideoTime duration) {
  if (has_frames_ && time <= last_time_)
    return fail(ErrorCode::invalid_argument,
                "a frame at {} ns comes after one at {} ns; times must grow", time.count(),
                last_time_.count());
  PendingFrame* pending = &own_;
  if (thread_) {
    DALA_ASSIGN(pending, thread_->next());
  }
  std::int64_t tick = av_rescale_q(time.count(), nanosecond, encoder_->time_base);
  if (has_frames_) {
    tick = std::max(tick, last_tick_ + 1);
    pending->step = tick - last_tick_;
  }
  AVFrame& frame = *pending->frame;
  // The encoder may still hold the frame before.
  if (av_frame_make_writable(&frame) < 0)
    return fail(ErrorCode::out_of_memory, "no memory for a frame of {}", options_.file.string());
  from_rgba_.convert(rgba, options_.size, options_.colours, frame);
  frame.pts = tick;
  pending->time = time;
  pending->duration = av_rescale_q(duration.count(), nanosecond, encoder_->time_base);
  last_time_ = time;
  last_tick_ = tick;
  has_frames_ = true;
  if (!thread_) return encode_pending(*pending);
  thread_->send();
  return {};
}

Result<void> AvSink::encode_pending(PendingFrame& pending) {
  durations_[pending.frame->pts] = pending.duration;
  last_step_ = pending.step;
  DALA_TRY(copy_until(pending.time));
  return encode(pending.frame.get());
}

Result<void> AvSink::copy_until(VideoTime time) {
  if (auto copied = copied_.copy_until(time, *output_); !copied)
    return could_not_write(copied.error().message);
  return {};
}

Result<void> AvSink::encode(AVFrame* frame) {
  int code = avcodec_send_frame(encoder_.get(), frame);
  if (code < 0) return could_not_write(format("the encoder failed: {}", reason(code)));
  while (true) {
    code = avcodec_receive_packet(encoder_.get(), packet_.get());
    if (code == AVERROR(EAGAIN) || code == AVERROR_EOF) return {};
    if (code < 0) return could_not_write(format("the encoder failed: {}", reason(code)));
    DALA_TRY(write_packet());
  }
}

Result<void> AvSink::write_packet() {
  // Encoders do not pass durations on, and the last frame has no next one to tell.
  if (auto found = durations_.extract(packet_->pts); !found.empty())
    packet_->duration = found.mapped() > 0 ? found.mapped() : last_step_;
  av_packet_rescale_ts(packet_.get(), encoder_->time_base, stream_->time_base);
  packet_->stream_index = stream_->index;
  if (const int code = av_interleaved_write_frame(output_.get(), packet_.get()); code < 0)
    return could_not_write(reason(code));
  return {};
}

Result<void> AvSink::finish(bool early) {
  auto done = finish_file(early);
  output_.reset();
  return done;
}

Result<void> AvSink::finish_file(bool early) {
  if (thread_) DALA_TRY(thread_->finish());
  if (!has_frames_)
    return fail(ErrorCode::invalid_argument, "{} has no frames", options_.file.string());
  DALA_TRY(encode(nullptr));
  if (!early) DALA_TRY(copy_until(VideoTime::max()));
  if (const int code = av_write_trailer(output_.get()); code < 0)
    return could_not_write(reason(code));
  // What is still in memory may find the disk full.
  avio_flush(output_->pb);
  if (const int code = output_->pb->error; code < 0) return could_not_write(reason(code));
  return {};
}

}  // namespace dala::media::video
