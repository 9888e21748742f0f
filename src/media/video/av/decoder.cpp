#include "media/video/av/decoder.hpp"

extern "C" {
#include <libavutil/hwcontext.h>
}

#include <dala/media_still.hpp>

namespace dala::media::video {

namespace {

// libav asks which of these forms of a frame the decoder should give. The hardware's is not among
// them where it cannot decode this stream after all.
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

}  // namespace

Result<Decoder> open_decoder(const AVStream& stream, const std::string& source,
                             const VideoReaderOptions& options) {
  const AVCodec* codec = avcodec_find_decoder(stream.codecpar->codec_id);
  if (codec == nullptr)
    return fail(ErrorCode::unsupported, "{} holds {}, which libav here cannot decode", source,
                avcodec_get_name(stream.codecpar->codec_id));
  Decoder decoder{CodecContext(avcodec_alloc_context3(codec)), codec->name, ""};
  if (decoder.context == nullptr)
    return fail(ErrorCode::out_of_memory, "no memory to decode {}", source);
  if (const int code = avcodec_parameters_to_context(decoder.context.get(), stream.codecpar);
      code < 0)
    return fail(ErrorCode::bad_file, "{} has a bad video stream: {}", source, reason(code));
  decoder.context->pkt_timebase = stream.time_base;
  decoder.context->thread_count = static_cast<int>(options.threads);
  // A few bytes of a file can promise a frame of any size.
  decoder.context->max_pixels = static_cast<std::int64_t>(max_still_pixels);
  if (options.hardware) use_hardware(decoder, *codec);
  if (const int code = avcodec_open2(decoder.context.get(), codec, nullptr); code < 0)
    return fail(ErrorCode::bad_file, "{} has a video stream that cannot be decoded: {}", source,
                reason(code));
  return decoder;
}

}  // namespace dala::media::video
