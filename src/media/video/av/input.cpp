#include "media/video/av/input.hpp"

#include <dlfcn.h>

extern "C" {
#include <libavformat/version.h>
#include <libavutil/avstring.h>
}

namespace dala::media::video {

namespace {

// Devices are a library of libav's own that brings drivers for screens and sound along, so it is
// loaded only when a device is asked for. Its number is that of libavformat, with which it is
// released.
const AVInputFormat* find_device(const std::string& name) {
  static const bool registered = [] {
    void* library =
        dlopen("libavdevice.so." AV_STRINGIFY(LIBAVFORMAT_VERSION_MAJOR), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return false;
    const auto add = reinterpret_cast<void (*)()>(dlsym(library, "avdevice_register_all"));
    if (add != nullptr) add();
    return add != nullptr;
  }();
  if (!registered) return nullptr;
  const AVInputFormat* format = av_find_input_format(name.c_str());
  if (format == nullptr || format->priv_class == nullptr) return nullptr;
  return AV_IS_INPUT_DEVICE(format->priv_class->category) ? format : nullptr;
}

// Demuxers whose files need no others. What is missing here leads elsewhere (playlists, image
// sequences, SVG), runs something, or is never found by looking at bytes (raw samples).
constexpr const char* self_contained =
    "mov,matroska,avi,mpegts,mpeg,flv,ogg,asf,gif,apng,mxf,nut,rm,wtv,dv,gxf,lxf,nsv,nuv,swf,roq,"
    "smk,bink,flic,4xm,ea,film_cpk,ivf,obu,av1,h264,hevc,m4v,mpegvideo,vc1,h261,h263,dirac,dnxhd,"
    "cavsvideo,avs2,avs3,yuv4mpegpipe,mjpeg,mjpeg_2000,png_pipe,jpeg_pipe,bmp_pipe,tiff_pipe,"
    "webp_pipe,gif_pipe,wav,w64,aiff,caf,flac,aac,mp3,ac3,eac3,amr,webvtt";
// The same, and what the kind of place adds.
constexpr const char* playlist_formats = ",hls,dash,concat,image2";
constexpr const char* address_formats = ",hls,dash,rtsp,sdp,rtp,live_flv,mpjpeg";
// What libav may open by itself from there. A playlist on disk never leads to the network, and one
// on the network never to the disk.
constexpr const char* playlist_protocols = "file,crypto";
constexpr const char* address_protocols =
    "http,https,httpproxy,tcp,tls,udp,rtp,srtp,rtmp,rtmps,rtmpt,rtmpe,rtmpte,rtmpts,ffrtmphttp,"
    "ffrtmpcrypt,srt,rist,mmsh,mmst,crypto";

int is_interrupted(void* flag) {
  return static_cast<const std::atomic<bool>*>(flag)->load() ? 1 : 0;
}

int open_nothing(AVFormatContext*, AVIOContext**, const char*, int, AVDictionary**) {
  return AVERROR(EPERM);
}

// The bytes tell what the file is, and only one that needs no other file is let in.
Result<const AVInputFormat*> probe(const Input& input, const Place& place) {
  const AVInputFormat* format = nullptr;
  const int code = av_probe_input_buffer2(input.bytes->context(), &format, place.address.c_str(),
                                          input.context.get(), 0, 0);
  if (code < 0 || format == nullptr)
    return fail(ErrorCode::bad_file, "{} is not a video: {}", place.name,
                reason(code < 0 ? code : AVERROR_INVALIDDATA));
  if (av_match_list(format->name, self_contained, ',') > 0) return format;
  return fail(ErrorCode::bad_file,
              "{} is not a video: it is in the form {} ({}), which is not read from files here "
              "because it may lead to others",
              place.name, format->name, format->long_name != nullptr ? format->long_name : "?");
}

Result<void> open_file(Input& input, Place& place, const std::atomic<bool>& interrupted,
                       const AVInputFormat*& format, Dictionary& options) {
  DALA_ASSIGN(input.bytes, FileBytes::make(std::move(place.file), interrupted));
  input.context->pb = input.bytes->context();
  input.context->flags |= AVFMT_FLAG_CUSTOM_IO;  // which libav does not close
  input.context->io_open = open_nothing;
  DALA_ASSIGN(format, probe(input, place));
  options.set("format_whitelist", self_contained);
  options.set("protocol_whitelist", "none");
  return {};
}

// What is told with the place: where it may lead.
void set_whitelists(Place::Kind kind, Dictionary& options) {
  const bool address = kind == Place::Kind::address;
  options.set("format_whitelist",
              std::string(self_contained) + (address ? address_formats : playlist_formats));
  options.set("protocol_whitelist", address ? address_protocols : playlist_protocols);
}

// Bytes that promise a frame of any size are also looked at before there is a decoder of ours.
int find_streams(AVFormatContext& context) {
  std::vector<AVDictionary*> options(context.nb_streams, nullptr);
  for (AVDictionary*& one : options) av_dict_set_int(&one, "max_pixels", max_video_pixels, 0);
  const int code = avformat_find_stream_info(&context, options.data());
  for (AVDictionary*& one : options) av_dict_free(&one);
  return code;
}

}  // namespace

VideoTime Input::time(const AVStream& stream, std::int64_t ticks) const {
  const std::int64_t since =
      av_rescale_q(ticks, stream.time_base, nanosecond) - (start * (1'000'000'000 / AV_TIME_BASE));
  return VideoTime{since};
}

Result<Input> open_input(Place place, const std::atomic<bool>& interrupted) {
  Input input{nullptr, InputContext(avformat_alloc_context())};
  if (input.context == nullptr)
    return fail(ErrorCode::out_of_memory, "no memory to open {}", place.name);
  input.context->interrupt_callback = {is_interrupted,
                                       const_cast<std::atomic<bool>*>(&interrupted)};
  Dictionary options;
  const AVInputFormat* format = nullptr;
  std::string url = place.address;
  switch (place.kind) {
    case Place::Kind::file:
      DALA_TRY(open_file(input, place, interrupted, format, options));
      break;
    case Place::Kind::playlist:
      url = "file:" + url;  // with its scheme, so that no other is taken out of the name
      set_whitelists(place.kind, options);
      break;
    case Place::Kind::address:
      set_whitelists(place.kind, options);
      break;
    case Place::Kind::device:
      format = find_device(place.device);
      if (format == nullptr)
        return fail(ErrorCode::io,
                    "{} is neither a file nor a device: libav has no input device '{}' here",
                    place.name, place.device);
      input.device = true;
  }
  AVFormatContext* context = input.context.release();
  int code = avformat_open_input(&context, url.c_str(), format, options.get());
  if (code < 0) {  // which has freed the context
    if (code == AVERROR_INVALIDDATA)
      return fail(ErrorCode::bad_file, "{} is not a video: {}", place.name, reason(code));
    return fail(ErrorCode::io, "could not open {}: {}", place.name, reason(code));
  }
  input.context.reset(context);
  if (code = find_streams(*context); code < 0)
    return fail(ErrorCode::bad_file, "{} is not a video: {}", place.name, reason(code));
  if (context->start_time != AV_NOPTS_VALUE) input.start = context->start_time;
  return input;
}

}  // namespace dala::media::video
