// What gives a video node its frames: a file that is decoded ahead, or a stream of the app.
#pragma once

#include <memory>
#include <optional>

#include <dala/core/source_policy.hpp>
#include <dala/media/video_memory.hpp>
#include <dala/scene/node.hpp>

#include "scene/objects/layer.hpp"

namespace dala::scene {

// What videos, pictures, fonts and tables are opened with.
struct Opening {
  SourcePolicy sources = {};
  std::size_t decode_ahead = 0;  // frames that are decoded before they are asked for
  // Of all videos together: for decoders, and for the frames decoded ahead.
  media::VideoMemory video_memory;
};

class Player {
 public:
  struct Shown {
    Layer layer = {};  // without a buffer: there is no frame
    bool ended = false;
    std::uint64_t laps = 0;  // of a loop, how many are over
    std::optional<Error> error = {};
  };

  Player() = default;
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;
  virtual ~Player() = default;

  // What is seen at this time of the video. With `wait` it is exactly that frame; else the nearest
  // that is there. The layer is good until the next call.
  [[nodiscard]] virtual Result<Shown> at(Time time, bool wait) = 0;
  // The frames it has are gone with the device: they are decoded or uploaded again.
  virtual void renew() = 0;
  // Of its frames; 0 x 0 while that is not known.
  [[nodiscard]] virtual Size size() const = 0;
  [[nodiscard]] virtual std::uint64_t dropped() const = 0;
  [[nodiscard]] virtual std::size_t textures() const = 0;
  // What it has besides frames, which nobody hears yet.
  [[nodiscard]] virtual unsigned audio_streams() const = 0;
};

[[nodiscard]] Result<std::unique_ptr<Player>> open_player(const Compute& compute,
                                                          const Video& video,
                                                          const Opening& opening);

// Whether the second needs other frames than the first: another player has to be opened.
[[nodiscard]] bool is_same_source(const Video& a, const Video& b);

}  // namespace dala::scene
