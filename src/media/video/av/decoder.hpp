// The decoder of a stream, on hardware where there is some.
#pragma once

#include <atomic>

#include "media/video/av/av.hpp"

namespace dala::media::video {

// What the frames of a decoder are taken from: its own, or shared with others. Frames count for as
// long as anybody refers to them.
struct FrameMemory {
  explicit FrameMemory(VideoMemory of) : memory(std::move(of)) {}

  const VideoMemory memory;
  VideoMemory::Share
      outside;  // reserved for decoders whose memory cannot be counted: the most they may use
  std::atomic<bool> exceeded = false;
};

struct Decoder {
  std::unique_ptr<FrameMemory> memory;
  CodecContext context;
  std::string name;         // "h264", "h264 on cuda"
  std::string no_hardware;  // why not, where it was wanted
};

[[nodiscard]] Result<Decoder> open_decoder(const AVStream& stream, const std::string& source,
                                           const VideoReaderOptions& options);

}  // namespace dala::media::video
