// Containers, streams and devices, opened for reading.
#pragma once

#include <atomic>

#include "media/video/av/av.hpp"

namespace dala::media::video {

struct Input {
  InputContext context;
  bool device = false;
  std::int64_t start = 0;  // of the file's own times, in AV_TIME_BASE: ours begin with 0 there

  // A time of one of its streams as ours.
  [[nodiscard]] VideoTime time(const AVStream& stream, std::int64_t ticks) const;
};

// Whatever waits for data ends when `interrupted` is set, which must outlive the input.
[[nodiscard]] Result<Input> open_input(const std::string& source,
                                       const std::atomic<bool>& interrupted);

}  // namespace dala::media::video
