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

// How many frames encoders look ahead by themselves, by preset: x264 and x265. VP9 has one number.
constexpr std::array<int, 9> x264_ahead = {0, 0, 10, 20, 30, 40, 50, 60, 60};
constexpr std::array<int, 9> x265_ahead = {5, 10, 15, 15, 15, 20, 25, 40, 40};
constexpr int vp9_ahead = 25;
constexpr int fewest_ahead = 5;  // x265 needs one more than frames between two of kind P

// Large frames get fewer, so that those that wait stay within the limit: with what belongs to it a
// frame takes about two and a half bytes a pixel, and some more are held for reference.
void limit_memory(AVCodecContext& context, Dictionary& options, const SinkOptions& wanted,
                  int speed) {
  constexpr double bytes_a_pixel = 2.5;
  constexpr int references = 8;
  const double frame = bytes_a_pixel * context.width * context.height;
  const double room = static_cast<double>(wanted.memory_limit) / frame;
  const int fit = std::max(fewest_ahead, static_cast<int>(std::min(room, 1000.0)) - references);
  const auto at = static_cast<std::size_t>(speed);
  const std::array<int, 3> usual = {x264_ahead[at], x265_ahead[at], vp9_ahead};
  if (usual[static_cast<std::size_t>(wanted.codec)] <= fit) return;
  if (wanted.threads == 0) context.thread_count = 1;  // each holds another frame
  switch (wanted.codec) {
    case VideoCodec::h264:
      options.set("rc-lookahead", format("{}", fit));
      return;
    case VideoCodec::h265:
      options.set("x265-params", format("log-level=none:rc-lookahead={}", fit));
      return;
    case VideoCodec::vp9:
      options.set("lag-in-frames", format("{}", fit));
      return;
  }
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
  limit_memory(*context, settings, options, speed);
  if (const int code = avcodec_open2(context.get(), codec, settings.get()); code < 0)
    return fail(ErrorCode::unsupported, "{} does not take frames of {} x {}: {}", kind.encoder,
                context->width, context->height, reason(code));
  return context;
}

}  // namespace dala::media::video
