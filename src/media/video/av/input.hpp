// Containers, streams and devices, opened for reading.
#pragma once

#include <atomic>

#include "media/video/av/file_bytes.hpp"
#include "media/video/place.hpp"

namespace dala::media::video {

struct Input {
  std::unique_ptr<FileBytes> bytes;  // of a file; goes after what reads them
  InputContext context;
  bool device = false;
  std::int64_t start = 0;  // of the file's own times, in AV_TIME_BASE: ours begin with 0 there

  // A time of one of its streams as ours.
  [[nodiscard]] VideoTime time(const AVStream& stream, std::int64_t ticks) const;
};

// Whatever waits for data ends when `interrupted` is set, which must outlive the input.
[[nodiscard]] Result<Input> open_input(Place place, const std::atomic<bool>& interrupted);

}  // namespace dala::media::video
