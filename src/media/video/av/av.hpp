// libav's objects with owners, and its errors as ours.
#pragma once

extern "C" {
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/opt.h>
#include <libswscale/swscale.h>
}

#include <array>
#include <memory>
#include <string>

#include <dala/media/still.hpp>

#include "core/error.hpp"
#include "media/video/backend.hpp"

namespace dala::media::video {

template <auto Free>
struct FreeBy {
  template <typename T>
  void operator()(T* object) const {
    if constexpr (requires { Free(&object); })
      Free(&object);
    else
      Free(object);
  }
};

using Packet = std::unique_ptr<AVPacket, FreeBy<av_packet_free>>;
using Frame = std::unique_ptr<AVFrame, FreeBy<av_frame_free>>;
using CodecContext = std::unique_ptr<AVCodecContext, FreeBy<avcodec_free_context>>;
using InputContext = std::unique_ptr<AVFormatContext, FreeBy<avformat_close_input>>;
using Scaler = std::unique_ptr<SwsContext, FreeBy<sws_freeContext>>;

// Options that are handed to libav, which takes those it knows out of them.
class Dictionary {
 public:
  Dictionary() = default;
  Dictionary(const Dictionary&) = delete;
  Dictionary& operator=(const Dictionary&) = delete;
  ~Dictionary() { av_dict_free(&entries_); }
  void set(const char* name, const std::string& value) {
    av_dict_set(&entries_, name, value.c_str(), 0);
  }
  [[nodiscard]] AVDictionary** get() { return &entries_; }

 private:
  AVDictionary* entries_ = nullptr;
};

[[nodiscard]] inline std::string reason(int code) {
  std::array<char, AV_ERROR_MAX_STRING_SIZE> text{};
  av_strerror(code, text.data(), text.size());
  return text.data();
}

[[nodiscard]] inline AVRational rational(Ratio ratio) {
  return {ratio.numerator, ratio.denominator};
}

// A few bytes of a file can promise a frame of any size.
inline constexpr auto max_video_pixels = static_cast<std::int64_t>(max_still_pixels);

inline constexpr AVRational nanosecond{1, 1'000'000'000};
inline constexpr AVRational microsecond{1, AV_TIME_BASE};  // what containers count in

}  // namespace dala::media::video
