// Where libav writes a video: a file that somebody else opened, and closes.
#pragma once

#include "media/video/av/av.hpp"

namespace dala::media::video {

// Null without memory. Belongs to the AVFormatContext that it is given to.
[[nodiscard]] AVIOContext* open_output(int descriptor, bool can_seek);

// Of a context that writes to such a file: what is still in memory is dropped.
struct FreeOutput {
  void operator()(AVFormatContext* context) const;
};

}  // namespace dala::media::video
