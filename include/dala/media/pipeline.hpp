// Frames of one size through filters, one after the other.
//
//   auto frames = dala::media::FramePipeline::start(640, 480);
//   auto out = frames->process_frame(rgba, {{"blur", {{"radius", 3}, {"sigma", 1.5}}},
//                                           {"sharpen", {{"amount", 0.3}}},
//                                           {"brightness", {{"value", 0.1}}}});
//   frames->stop();
//
// Filters are planned when they first come and run without planning after that; other values of
// their parameters need no new plan, except where a filter's page says so. Planned chains are kept,
// so that going back to earlier filters costs nothing. A handle; copies are the same pipeline. May
// be used from any thread; frames are processed one at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include <dala/compute.hpp>
#include <dala/media/filter.hpp>

namespace dala::media {

struct FramePipelineOptions {
  std::optional<Compute> compute = {};  // else one of its own, made with these:
  std::string device = {};
  unsigned threads = 0;
  bool fuse = true;  // fuse neighbouring filters; off only to compare
};

struct FrameSize {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  friend bool operator==(const FrameSize&, const FrameSize&) = default;
};

class DALA_API FramePipeline {
 public:
  [[nodiscard]] static Result<FramePipeline> start(std::uint32_t width, std::uint32_t height,
                                                   const FramePipelineOptions& options = {});

  // `rgba` has width * height * 4 bytes.
  [[nodiscard]] Result<Picture> process_frame(std::span<const std::uint8_t> rgba,
                                              std::span<const Filter> filters) const;
  [[nodiscard]] Result<Picture> process_frame(std::span<const std::uint8_t> rgba,
                                              std::initializer_list<Filter> filters) const {
    return process_frame(rgba, std::span(filters.begin(), filters.size()));
  }
  // The same into the caller's memory, which has the bytes of `output_size`. Allocates nothing when
  // the filters are those of the frame before.
  [[nodiscard]] Result<void> process_frame_into(std::span<const std::uint8_t> rgba,
                                                std::span<const Filter> filters,
                                                std::span<std::uint8_t> out) const;

  // A frame on the device: u8 of {height, width, 4}. The result is the pipeline's own and good
  // until the next frame with the same filters. Where the frame is written into `input()`, it is
  // not copied.
  [[nodiscard]] Result<Buffer> process_buffer(const Buffer& frame,
                                              std::span<const Filter> filters) const;
  [[nodiscard]] const Buffer& input() const;

  // What comes out of these filters.
  [[nodiscard]] Result<FrameSize> output_size(std::span<const Filter> filters) const;
  // Plans these filters, so that their first frame need not wait for it.
  [[nodiscard]] Result<void> prepare(std::span<const Filter> filters) const;
  // How these filters would run, with the times of their last frame.
  [[nodiscard]] Result<Explanation> explain(std::span<const Filter> filters) const;

  [[nodiscard]] FrameSize size() const;
  [[nodiscard]] const Compute& compute() const;

  // Gives all memory back; every later call is the error `shut_down`.
  void stop() const;

  struct State;
  explicit FramePipeline(std::shared_ptr<State> state) : state_(std::move(state)) {}

 private:
  std::shared_ptr<State> state_;
};

// The filters as stages of any compute pipeline, after those it has: what `input` holds goes
// through them to `output`, both u8 of {height, width, 4}. What they need besides stays with the
// pipeline.
//
//   dala::Pipeline p = compute.pipeline();
//   add_filters(compute, p, camera, frame, filters);
//   p.add({.kernel = "cast", .inputs = {frame}, .outputs = tensor});
[[nodiscard]] DALA_API Result<void> add_filters(const Compute& compute, const Pipeline& pipeline,
                                                const Buffer& input, const Buffer& output,
                                                std::span<const Filter> filters);

}  // namespace dala::media
