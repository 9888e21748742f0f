#include "media/video/av/encoder.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace dala::media::video {

namespace {

// By VideoCodec.
struct Kind {
  const char* encoder;
  const char* name;
  int max_crf;
  int usual_crf;
};
constexpr std::array<Kind, 3> kinds = {Kind{"libx264", "H.264", 51, 23},
                                       Kind{"libx265", "H.265", 51, 28},
                                       Kind{"libvpx-vp9", "VP9", 63, 31}};

// From fast to good, as x264 and x265 name them.
constexpr std::array<std::string_view, 9> presets = {
    "ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower", "veryslow"};

Result<int> speed_of(const std::string& preset) {
  const auto found = std::ranges::find(presets, preset);
  if (found != presets.end()) return static_cast<int>(found - presets.begin());
  std::string names;
  for (const std::string_view name : presets)
    names += format("{}{}", names.empty() ? "" : ", ", name);
  return fail(ErrorCode::param_out_of_range, "no preset is called '{}'; they are {}", preset,
              names);
}

void set_options(Dictionary& options, VideoCodec codec, int crf, const std::string& preset,
                 int speed) {
  options.set("crf", format("{}", crf));
  switch (codec) {
    case VideoCodec::h264:
      options.set("preset", preset);
      return;
    case VideoCodec::h265:
      options.set("preset", preset);
      options.set("x265-params", "log-level=none");  // it prints by itself
      return;
    case VideoCodec::vp9:
      // 8 is the fastest; from 6 on only the realtime mode knows them.
      options.set("cpu-used", format("{}", 8 - speed));
      options.set("deadline", speed <= 2 ? "realtime" : "good");
      options.set("row-mt", "1");
      return;
  }
}

void set_colours(AVCodecContext& context, VideoColours colours) {
  const bool bt709 = colours.matrix == YuvMatrix::bt709;
  context.colorspace = bt709 ? AVCOL_SPC_BT709 : AVCOL_SPC_SMPTE170M;
  context.color_primaries = bt709 ? AVCOL_PRI_BT709 : AVCOL_PRI_SMPTE170M;
  context.color_trc = bt709 ? AVCOL_TRC_BT709 : AVCOL_TRC_SMPTE170M;
  context.color_range = colours.full_range ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG;
}

}  // namespace

Result<CodecContext> open_encoder(const SinkOptions& options, bool global_header) {
  const Kind& kind = kinds[static_cast<std::size_t>(options.codec)];
  const int crf = options.crf.value_or(kind.usual_crf);
  if (crf < 0 || crf > kind.max_crf)
    return fail(ErrorCode::param_out_of_range, "the crf is {}; for {} it must be from 0 to {}", crf,
                kind.name, kind.max_crf);
  DALA_ASSIGN(const int speed, speed_of(options.preset));
  const AVCodec* codec = avcodec_find_encoder_by_name(kind.encoder);
  if (codec == nullptr)
    return fail(ErrorCode::unsupported, "libav here has no {}, which encodes {}", kind.encoder,
                kind.name);
  CodecContext context(avcodec_alloc_context3(codec));
  if (context == nullptr) return fail(ErrorCode::out_of_memory, "no memory for an encoder");
  const auto even = [](std::uint32_t side) { return static_cast<int>(side + (side % 2)); };
  context->width = even(options.size.width);
  context->height = even(options.size.height);
  context->pix_fmt = AV_PIX_FMT_YUV420P;
  context->time_base = rational(options.tick);
  context->framerate = av_d2q(options.frame_rate, 1'000'000);
  context->sample_aspect_ratio = rational(options.pixel);
  context->thread_count = static_cast<int>(options.threads);
  if (global_header) context->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
  set_colours(*context, options.colours);
  Dictionary settings;
  set_options(settings, options.codec, crf, options.preset, speed);
  if (const int code = avcodec_open2(context.get(), codec, settings.get()); code < 0)
    return fail(ErrorCode::unsupported, "{} does not take frames of {} x {}: {}", kind.encoder,
                context->width, context->height, reason(code));
  return context;
}

}  // namespace dala::media::video
