// A video at work, for the types of nodes that play one.
#pragma once

#include "scene/nodes/solid_layer.hpp"
#include "scene/objects/node_object.hpp"

namespace dala::scene {

class PlayedVideo {
 public:
  // Another player where it needs other frames than before.
  [[nodiscard]] Result<void> prepare(const Compute& compute, const Video& video,
                                     const Opening& opening);
  [[nodiscard]] Result<std::optional<Shown>> show(const Compute& compute, NodeId node,
                                                  const Video& video, const Showing& showing);
  // Of one whose device was lost: its player goes on.
  void take_over(PlayedVideo& lost);

  [[nodiscard]] const Player* player() const { return player_.get(); }

 private:
  [[nodiscard]] Result<std::optional<Shown>> ended(const Compute& compute, const Video& video);

  std::unique_ptr<Player> player_;
  Video opened_;  // what the player plays
  SolidLayer end_;
  bool end_told_ = false;
  std::uint64_t laps_told_ = 0;
  bool taken_over_ = false;
};

}  // namespace dala::scene
