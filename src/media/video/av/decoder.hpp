// The decoder of a stream, on hardware where there is some.
#pragma once

#include <atomic>

#include "media/video/av/av.hpp"

namespace dala::media::video {

// The bytes of all frames that a decoder holds, and how many they may be. Frames count for as long
// as anybody refers to them, and keep this alive.
struct FrameMemory : std::enable_shared_from_this<FrameMemory> {
  explicit FrameMemory(std::uint64_t most) : limit(most) {}

  const std::uint64_t limit;
  std::atomic<std::uint64_t> used = 0;
  std::atomic<bool> exceeded = false;
};

struct Decoder {
  std::shared_ptr<FrameMemory> memory;
  CodecContext context;
  std::string name;         // "h264", "h264 on cuda"
  std::string no_hardware;  // why not, where it was wanted
};

[[nodiscard]] Result<Decoder> open_decoder(const AVStream& stream, const std::string& source,
                                           const VideoReaderOptions& options);

}  // namespace dala::media::video
