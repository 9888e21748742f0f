// Frames as they come, filtered in the background: for cameras and streams, where a frame that is
// late is worth nothing.
//
//   auto frames = dala::media::AsyncFramePipeline::start(
//       640, 480, [](const dala::media::AsyncFrame& frame) { show(frame.rgba); });
//   frames->set_filters({{"beauty"}, {"vignette"}});
//   camera.on_frame = [&](auto rgba) { frames->submit(rgba); };       // returns at once
//   frames->stop();
//
// The newest frame wins: one that comes while all that may be in flight are, waits; the next takes
// its place, and it is dropped and counted. So nothing is ever queued, however slow the filters
// are. Results come in the order of their frames. A handle; copies are the same pipeline. May be
// used from any thread.
#pragma once

#include <functional>
#include <initializer_list>
#include <memory>
#include <span>

#include <dala/media/pipeline.hpp>

namespace dala::media {

struct AsyncFrame {
  std::uint64_t number = 0;  // as submit returned it
  FrameSize size = {};
  std::span<const std::uint8_t> rgba;  // good until the function returns
};

struct AsyncOptions {
  FramePipelineOptions pipeline = {};
  // How many frames are worked on at the same time, 1 to 16. More than one keeps a device busy
  // while a frame is copied; each has memory of its own.
  unsigned in_flight = 2;
  // A frame that failed; without it such a frame is only counted.
  std::function<void(std::uint64_t number, const Error& error)> on_error = {};
};

struct AsyncCounts {
  std::uint64_t submitted = 0;
  std::uint64_t done = 0;
  std::uint64_t dropped = 0;  // a newer one came first
  std::uint64_t failed = 0;   // or on_frame threw
};

class DALA_API AsyncFramePipeline {
 public:
  // `on_frame` and `on_error` are called on threads of the pipeline, one at a time, and must not
  // wait for it.
  [[nodiscard]] static Result<AsyncFramePipeline> start(
      std::uint32_t width, std::uint32_t height, std::function<void(const AsyncFrame&)> on_frame,
      const AsyncOptions& options = {});

  // For the frames from now on. Bad ones are an error here, and the ones before stay.
  [[nodiscard]] Result<void> set_filters(std::span<const Filter> filters) const;
  [[nodiscard]] Result<void> set_filters(std::initializer_list<Filter> filters) const {
    return set_filters(std::span(filters.begin(), filters.size()));
  }

  // Copies the frame and returns its number, from 1. Never waits for filters.
  Result<std::uint64_t> submit(std::span<const std::uint8_t> rgba) const;

  // Waits until every frame submitted before is done, dropped or failed.
  void flush() const;
  [[nodiscard]] AsyncCounts counts() const;

  // Lets what is in flight end, drops what waits; every later call is the error `shut_down`. So
  // does the end of the last handle.
  void stop() const;

  struct State;
  explicit AsyncFramePipeline(std::shared_ptr<State> state) : state_(std::move(state)) {}

 private:
  std::shared_ptr<State> state_;
};

}  // namespace dala::media
