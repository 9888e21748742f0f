// What gives a video node its frames: a file that is decoded ahead, or a stream of the app.
#pragma once

#include <memory>
#include <optional>

#include <dala/scene_node.hpp>

#include "scene/objects/layer.hpp"

namespace dala::scene {

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
  // Of its frames; 0 x 0 while that is not known.
  [[nodiscard]] virtual Size size() const = 0;
  [[nodiscard]] virtual std::uint64_t dropped() const = 0;
  [[nodiscard]] virtual std::size_t textures() const = 0;
};

// `ahead` frames are decoded before they are asked for.
[[nodiscard]] Result<std::unique_ptr<Player>> open_player(const Compute& compute,
                                                          const Video& video, std::size_t ahead);

// Whether the second needs other frames than the first: another player has to be opened.
[[nodiscard]] bool is_same_source(const Video& a, const Video& b);

}  // namespace dala::scene
