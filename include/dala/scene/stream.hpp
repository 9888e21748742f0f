// Frames that an app gives to a scene: a camera, a call, anything that comes by itself.
//
//   auto stream = dala::scene::FrameStream::create();
//   scene->add_video({.stream = stream});
//   stream.push({rgba, 1280, 720});     // from any thread; the newest is shown
//   stream.finish();                    // there will be no more
//
// A handle; copies are the same stream.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>

#include <dala/core/error.hpp>
#include <dala/core/export.hpp>
#include <dala/core/image_view.hpp>

namespace dala::scene {

class DALA_API FrameStream {
 public:
  FrameStream() = default;
  [[nodiscard]] static FrameStream create();
  [[nodiscard]] explicit operator bool() const { return state_ != nullptr; }

  // Copies the pixels. Sizes may change from frame to frame.
  [[nodiscard]] Result<void> push(const ImageView& frame) const;
  void finish() const;
  // It broke: what the node chose for its end is shown, and an event carries this error.
  void fail(Error error) const;

  [[nodiscard]] std::uint64_t pushed() const;
  // Frames that a newer one replaced before any scene looked.
  [[nodiscard]] std::uint64_t dropped() const;

  friend bool operator==(const FrameStream&, const FrameStream&) = default;

  struct State;
  [[nodiscard]] const std::shared_ptr<State>& state() const { return state_; }

 private:
  explicit FrameStream(std::shared_ptr<State> state) : state_(std::move(state)) {}
  std::shared_ptr<State> state_;
};

}  // namespace dala::scene
