// Audio and subtitles that go from one file to another packet by packet, in step with the video.
//
// The file is opened a second time for them, so nothing of it is kept in memory however it is laid
// out.
#pragma once

#include <atomic>

#include "media/video/av/input.hpp"

namespace dala::media::video {

class CopiedStreams {
 public:
  // Adds a stream to `to` for each that its container can hold; `losses` says why others are left.
  [[nodiscard]] Result<void> add(Place source, AVFormatContext& to,
                                 std::vector<std::string>& losses);
  // Writes every packet up to this time. The error has only the reason, not the file's name.
  [[nodiscard]] Result<void> copy_until(VideoTime time, AVFormatContext& to);

 private:
  [[nodiscard]] bool fetch();

  std::atomic<bool> never_ = false;
  Input input_;
  std::vector<int> target_;  // of each stream of the input; -1 where it is not copied
  Packet packet_;
  bool fetched_ = false;
};

}  // namespace dala::media::video
