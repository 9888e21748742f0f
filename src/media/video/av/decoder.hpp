// The decoder of a stream, on hardware where there is some.
#pragma once

#include "media/video/av/av.hpp"

namespace dala::media::video {

struct Decoder {
  CodecContext context;
  std::string name;         // "h264", "h264 on cuda"
  std::string no_hardware;  // why not, where it was wanted
};

[[nodiscard]] Result<Decoder> open_decoder(const AVStream& stream, const std::string& source,
                                           const VideoReaderOptions& options);

}  // namespace dala::media::video
