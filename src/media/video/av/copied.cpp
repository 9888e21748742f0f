#include "media/video/av/copied.hpp"

namespace dala::media::video {

Result<void> CopiedStreams::add(Place source, AVFormatContext& to,
                                std::vector<std::string>& losses) {
  packet_.reset(av_packet_alloc());
  if (packet_ == nullptr) return fail(ErrorCode::out_of_memory, "no memory to copy packets");
  const std::string name = source.name;
  DALA_ASSIGN(input_, open_input(std::move(source), never_));
  bool any = false;
  for (unsigned i = 0; i < input_.context->nb_streams; ++i) {
    AVStream& from = *input_.context->streams[i];
    target_.push_back(-1);
    from.discard = AVDISCARD_ALL;
    const AVMediaType type = from.codecpar->codec_type;
    if (type != AVMEDIA_TYPE_AUDIO && type != AVMEDIA_TYPE_SUBTITLE) continue;
    if (avformat_query_codec(to.oformat, from.codecpar->codec_id, FF_COMPLIANCE_NORMAL) != 1) {
      losses.push_back(format("the {} stream in {} is left out: {} cannot hold it",
                              type == AVMEDIA_TYPE_AUDIO ? "audio" : "subtitle",
                              avcodec_get_name(from.codecpar->codec_id), to.oformat->name));
      continue;
    }
    AVStream* stream = avformat_new_stream(&to, nullptr);
    if (stream == nullptr || avcodec_parameters_copy(stream->codecpar, from.codecpar) < 0)
      return fail(ErrorCode::out_of_memory, "no memory for the streams of {}", name);
    stream->codecpar->codec_tag = 0;  // that of the other container
    stream->time_base = from.time_base;
    stream->disposition = from.disposition;
    av_dict_copy(&stream->metadata, from.metadata, 0);
    from.discard = AVDISCARD_DEFAULT;
    target_.back() = stream->index;
    any = true;
  }
  if (!any) input_.context.reset();
  return {};
}

// What cannot be read any more ends the streams here; the video's own reader reports it.
bool CopiedStreams::fetch() {
  while (!fetched_ && input_.context != nullptr) {
    if (av_read_frame(input_.context.get(), packet_.get()) < 0) {
      input_.context.reset();
      break;
    }
    // Streams may appear after the start.
    const auto index = static_cast<std::size_t>(packet_->stream_index);
    fetched_ = index < target_.size() && target_[index] >= 0;
    if (!fetched_) av_packet_unref(packet_.get());
  }
  return fetched_;
}

Result<void> CopiedStreams::copy_until(VideoTime time, AVFormatContext& to) {
  while (fetch()) {
    const AVStream& from = *input_.context->streams[packet_->stream_index];
    const std::int64_t ticks = packet_->dts != AV_NOPTS_VALUE ? packet_->dts : packet_->pts;
    if (ticks != AV_NOPTS_VALUE && input_.time(from, ticks) > time) return {};
    const int target = target_[static_cast<std::size_t>(packet_->stream_index)];
    const AVRational base = to.streams[target]->time_base;
    const std::int64_t start = av_rescale_q(input_.start, microsecond, from.time_base);
    if (packet_->pts != AV_NOPTS_VALUE) packet_->pts -= start;
    if (packet_->dts != AV_NOPTS_VALUE) packet_->dts -= start;
    av_packet_rescale_ts(packet_.get(), from.time_base, base);
    packet_->stream_index = target;
    packet_->pos = -1;
    fetched_ = false;
    if (const int code = av_interleaved_write_frame(&to, packet_.get()); code < 0)
      return fail(ErrorCode::io, "{}", reason(code));
  }
  return {};
}

}  // namespace dala::media::video
