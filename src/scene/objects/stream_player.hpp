// Frames that the app pushes: the newest is shown, whatever the time.
#pragma once

#include "scene/objects/player.hpp"

namespace dala::scene {

class StreamPlayer final : public Player {
 public:
  StreamPlayer(Compute compute, FrameStream stream)
      : compute_(std::move(compute)), stream_(std::move(stream)) {}

  [[nodiscard]] Result<Shown> at(Time time, bool wait) override;
  void renew() override { shown_ = 0; }
  [[nodiscard]] Size size() const override {
    return {static_cast<double>(layer_.width), static_cast<double>(layer_.height)};
  }
  [[nodiscard]] std::uint64_t dropped() const override { return stream_.dropped(); }
  [[nodiscard]] std::size_t textures() const override { return layer_.buffer ? 1 : 0; }
  [[nodiscard]] unsigned audio_streams() const override { return 0; }

 private:
  const Compute compute_;
  const FrameStream stream_;
  Layer layer_;
  std::uint64_t shown_ = 0;  // the number of the frame in the layer
};

}  // namespace dala::scene
