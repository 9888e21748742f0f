// Frames of libav to RGBA and back, with the matrix and range of their stream.
#pragma once

#include <span>

#include "media/video/av/av.hpp"

namespace dala::media::video {

// What a frame says about its colours, or what is usual where it does not.
struct FrameColours {
  int matrix = SWS_CS_ITU709;  // as swscale names them
  bool full_range = false;
};
[[nodiscard]] FrameColours colours_of(const AVFrame& frame);
[[nodiscard]] VideoColours as_public(FrameColours colours);
[[nodiscard]] bool has_alpha(const AVFrame& frame);

class ToRgba {
 public:
  // Of any format and size; `out` has the bytes of `size`.
  [[nodiscard]] Result<void> convert(const AVFrame& frame, FrameSize size,
                                     std::span<std::uint8_t> out);

 private:
  Scaler scaler_;
};

// To YUV 4:2:0 in eight bits.
class FromRgba {
 public:
  // `frame` has even sides: of an odd `size` the last column or row is repeated.
  void convert(std::span<const std::uint8_t> rgba, FrameSize size, VideoColours colours,
               AVFrame& frame);

 private:
  std::vector<std::uint8_t> opaque_;  // two rows
};

}  // namespace dala::media::video
