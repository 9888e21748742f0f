// The encoder of a video.
#pragma once

#include "media/video/av/av.hpp"

namespace dala::media::video {

// `global_header` where the container keeps what the decoder must know apart from the frames.
[[nodiscard]] Result<CodecContext> open_encoder(const SinkOptions& options, bool global_header);

}  // namespace dala::media::video
