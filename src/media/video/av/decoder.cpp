#include "media/video/av/decoder.hpp"

extern "C" {
#include <libavutil/hwcontext.h>
#include <libavutil/imgutils.h>
}

#include <algorithm>
#include <new>
#include <thread>

namespace dala::media::video {

namespace {

// Called by libav with the pixel formats that the decoder can output, to choose one. The hardware's
// is not among them where it cannot decode this stream after all.
AVPixelFormat choose_format(AVCodecContext* context, const AVPixelFormat* offered) {
  const auto* device = reinterpret_cast<const AVHWDeviceContext*>(context->hw_device_ctx->data);
  for (int i = 0; const AVCodecHWConfig* config = avcodec_get_hw_config(context->codec, i); ++i) {
    if (config->device_type != device->type) continue;
    for (const AVPixelFormat* format = offered; *format != AV_PIX_FMT_NONE; ++format)
      if (*format == config->pix_fmt) return *format;
  }
  return avcodec_default_get_format(context, offered);
}

// The first hardware of this decoder's list that the machine has.
void use_hardware(Decoder& decoder, const AVCodec& codec) {
  for (int i = 0; const AVCodecHWConfig* config = avcodec_get_hw_config(&codec, i); ++i) {
    if ((config->methods & AV_CODEC_HW_CONFIG_METHOD_HW_DEVICE_CTX) == 0) continue;
    const std::string type = av_hwdevice_get_type_name(config->device_type);
    AVBufferRef* device = nullptr;
    const int code = av_hwdevice_ctx_create(&device, config->device_type, nullptr, nullptr, 0);
    if (code < 0) {
      decoder.no_hardware +=
          format("{}{}: {}", decoder.no_hardware.empty() ? "" : "; ", type, reason(code));
      continue;
    }
    decoder.context->hw_device_ctx = device;
    decoder.context->get_format = choose_format;
    decoder.name += " on " + type;
    decoder.no_hardware.clear();
    return;
  }
  if (decoder.no_hardware.empty())
    decoder.no_hardware = format("libav has no decoder for {} on hardware", codec.name);
}

// The bytes of a decoded frame of this size.
std::uint64_t frame_bytes(AVPixelFormat format, int width, int height) {
  const int bytes = av_image_get_buffer_size(format, width, height, 32);
  return bytes > 0 ? static_cast<std::uint64_t>(bytes) : 0;
}

void let_go(void* opaque, std::uint8_t* /*data*/) {
  delete static_cast<VideoMemory::Share*>(opaque);
}

// Called by libav to allocate a frame. Its bytes count against the limit until the frame's last
// reference is released.
int get_frame(AVCodecContext* context, AVFrame* frame, int flags) {
  FrameMemory& frames = *static_cast<FrameMemory*>(context->opaque);
  const std::uint64_t bytes =
      frame_bytes(static_cast<AVPixelFormat>(frame->format), frame->width, frame->height);
  VideoMemory::Share share = frames.memory.take(bytes);
  if (!share) {
    frames.exceeded = true;
    return AVERROR(ENOMEM);
  }
  auto* held = new (std::nothrow) VideoMemory::Share(std::move(share));
  AVBufferRef* count = held != nullptr ? av_buffer_create(nullptr, 0, let_go, held, 0) : nullptr;
  if (count == nullptr) {
    delete held;
    return AVERROR(ENOMEM);
  }
  const int code = avcodec_default_get_buffer2(context, frame, flags);
  if (code < 0)
    av_buffer_unref(&count);
  else
    frame->opaque_ref = count;
  return code;
}

// VP9 has alpha in a stream of its own beside the picture, which only libvpx reads.
const AVCodec* find_decoder(const AVStream& stream) {
  const AVDictionaryEntry* alpha = av_dict_get(stream.metadata, "alpha_mode", nullptr, 0);
  if (alpha != nullptr && std::string_view(alpha->value) == "1") {
    const AVCodecID id = stream.codecpar->codec_id;
    const char* name = id == AV_CODEC_ID_VP9   ? "libvpx-vp9"
                       : id == AV_CODEC_ID_VP8 ? "libvpx"
                                               : nullptr;
    if (name != nullptr)
      if (const AVCodec* codec = avcodec_find_decoder_by_name(name)) return codec;
  }
  return avcodec_find_decoder(stream.codecpar->codec_id);
}

// As many threads as the memory limit allows: each holds a frame, besides the reference frames.
// Other libraries' decoders allocate memory that cannot be counted, so an estimate is taken here.
Result<int> threads_for(const AVCodec& codec, const AVStream& stream, const std::string& source,
                        const VideoReaderOptions& options, FrameMemory& frames) {
  const AVCodecParameters& of = *stream.codecpar;
  const auto format = static_cast<AVPixelFormat>(of.format);
  std::uint64_t bytes = frame_bytes(format, of.width, of.height);
  if (bytes == 0) bytes = frame_bytes(AV_PIX_FMT_YUV420P, of.width, of.height);
  if (bytes == 0) return static_cast<int>(options.threads);
  // H.264 and H.265 may refer to 16 frames.
  constexpr std::uint64_t most_references = 16;
  // Other libraries' decoders are used for VP9 and AV1, which have 8 reference frames.
  constexpr std::uint64_t most_of_others = 10;
  const VideoMemory& memory = frames.memory;
  const std::uint64_t used = memory.used();
  if (codec.wrapper_name != nullptr) {
    frames.outside = memory.take(bytes * most_of_others);
    if (!frames.outside)
      return fail(
          ErrorCode::out_of_memory,
          "{} has frames of {} x {} pixels, for which {} may take {} bytes; {} of the limit "
          "of {} are in use, which {} (--video-memory) raises",
          source, of.width, of.height, codec.name, bytes * most_of_others, used, memory.limit(),
          memory.raised_by());
  }
  const std::uint64_t room = (memory.limit() - std::min(used, memory.limit())) / bytes;
  const std::uint64_t fit =
      room > most_references ? std::min<std::uint64_t>(room - most_references, 64) : 1;
  const unsigned wanted =
      options.threads != 0 ? options.threads : std::max(1U, std::thread::hardware_concurrency());
  return static_cast<int>(std::min<std::uint64_t>(wanted, fit));
}

}  // namespace

Result<Decoder> open_decoder(const AVStream& stream, const std::string& source,
                             const VideoReaderOptions& options) {
  const AVCodec* codec = find_decoder(stream);
  if (codec == nullptr)
    return fail(ErrorCode::unsupported, "{} holds {}, which libav here cannot decode", source,
                avcodec_get_name(stream.codecpar->codec_id));
  VideoMemory memory = options.memory.value_or(
      VideoMemory(options.memory_limit, "VideoReaderOptions::memory_limit"));
  Decoder decoder{std::make_unique<FrameMemory>(std::move(memory)),
                  CodecContext(avcodec_alloc_context3(codec)), codec->name, ""};
  if (decoder.context == nullptr)
    return fail(ErrorCode::out_of_memory, "no memory to decode {}", source);
  if (const int code = avcodec_parameters_to_context(decoder.context.get(), stream.codecpar);
      code < 0)
    return fail(ErrorCode::bad_file, "{} has a bad video stream: {}", source, reason(code));
  decoder.context->pkt_timebase = stream.time_base;
  DALA_ASSIGN(decoder.context->thread_count,
              threads_for(*codec, stream, source, options, *decoder.memory));
  decoder.context->max_pixels = max_video_pixels;
  if (codec->wrapper_name == nullptr) {
    decoder.context->opaque = decoder.memory.get();
    decoder.context->get_buffer2 = get_frame;
  }
  if (options.hardware) use_hardware(decoder, *codec);
  if (const int code = avcodec_open2(decoder.context.get(), codec, nullptr); code < 0)
    return fail(ErrorCode::bad_file, "{} has a video stream that cannot be decoded: {}", source,
                reason(code));
  return decoder;
}

}  // namespace dala::media::video
