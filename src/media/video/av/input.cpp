#include "media/video/av/input.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <cctype>

extern "C" {
#include <libavdevice/version.h>
}

namespace dala::media::video {

namespace {

// Devices are a library of libav's own that brings drivers for screens and sound along, so it is
// loaded only when a device is asked for.
const AVInputFormat* find_device(const std::string& name) {
  static const bool registered = [] {
    void* library =
        dlopen("libavdevice.so." AV_STRINGIFY(LIBAVDEVICE_VERSION_MAJOR), RTLD_NOW | RTLD_LOCAL);
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

bool is_name(std::string_view text) {
  return text.size() > 1 && std::ranges::all_of(text, [](unsigned char c) {
           return std::isalnum(c) != 0 || c == '_';
         });
}

struct Place {
  std::string url;
  const AVInputFormat* device = nullptr;
  bool file = false;
};

Result<Place> find_place(const std::string& source) {
  std::error_code ignored;
  const std::size_t colon = source.find(':');
  if (colon != std::string::npos && !std::filesystem::exists(source, ignored)) {
    if (source.compare(colon, 3, "://") == 0) return Place{source};
    const std::string name = source.substr(0, colon);
    if (is_name(name)) {
      if (const AVInputFormat* device = find_device(name))
        return Place{source.substr(colon + 1), device};
      return fail(ErrorCode::io,
                  "{} is neither a file nor a device: libav has no input device '{}' here", source,
                  name);
    }
  }
  // With its scheme, so that no other is taken out of the name.
  return Place{"file:" + source, nullptr, true};
}

int is_interrupted(void* flag) {
  return static_cast<const std::atomic<bool>*>(flag)->load() ? 1 : 0;
}

}  // namespace

VideoTime Input::time(const AVStream& stream, std::int64_t ticks) const {
  const std::int64_t since =
      av_rescale_q(ticks, stream.time_base, nanosecond) - (start * (1'000'000'000 / AV_TIME_BASE));
  return VideoTime{since};
}

Result<Input> open_input(const std::string& source, const std::atomic<bool>& interrupted) {
  if (source.empty()) return fail(ErrorCode::io, "the video to read has no name");
  DALA_ASSIGN(const Place place, find_place(source));
  AVFormatContext* context = avformat_alloc_context();
  if (context == nullptr) return fail(ErrorCode::out_of_memory, "no memory to open {}", source);
  context->interrupt_callback = {is_interrupted, const_cast<std::atomic<bool>*>(&interrupted)};
  Dictionary options;
  // Playlists name other files; those of a file from anywhere must not lead to the network.
  if (place.file) options.set("protocol_whitelist", "file");
  int code = avformat_open_input(&context, place.url.c_str(), place.device, options.get());
  if (code < 0) {  // which has freed the context
    if (code == AVERROR_INVALIDDATA)
      return fail(ErrorCode::bad_file, "{} is not a video: {}", source, reason(code));
    return fail(ErrorCode::io, "could not open {}: {}", source, reason(code));
  }
  Input input{InputContext(context), place.device != nullptr, 0};
  if (code = avformat_find_stream_info(context, nullptr); code < 0)
    return fail(ErrorCode::bad_file, "{} is not a video: {}", source, reason(code));
  if (context->start_time != AV_NOPTS_VALUE) input.start = context->start_time;
  return input;
}

}  // namespace dala::media::video
