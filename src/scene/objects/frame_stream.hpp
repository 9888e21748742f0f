// The state behind a FrameStream: the newest picture, which several scenes may read.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include <dala/scene/stream.hpp>

namespace dala::scene {

struct FrameStream::State {
  std::mutex mutex;
  std::shared_ptr<media::Picture> newest;
  // Pictures that are not in use any more are reused.
  std::vector<std::shared_ptr<media::Picture>> spare;
  std::uint64_t pushed = 0;
  std::uint64_t seen = 0;  // the last one that somebody took
  std::uint64_t dropped = 0;
  bool finished = false;
  std::optional<Error> error;
};

}  // namespace dala::scene
