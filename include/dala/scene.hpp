// A compositor: videos, pictures, texts and effects in one frame after the other.
//
//   auto scene = dala::Scene::create(1920, 1080);
//   auto video = scene->add_video({.source = "talk.mp4"}, {.size = {{1920, 1080}}});
//   auto pip = scene->add_video({.source = "speaker.mp4", .pip = dala::scene::Pip{}},
//                               {.z_index = 100});
//   scene->render(2s);                             // the frame of that time
//   scene->save_picture("frame.png");
//   scene->record("out.mp4", {.duration = 10s});
//
// Time is an argument, so any frame can be rendered again. What did not change since the frame
// before is not drawn again: a scene in which nothing changed costs next to nothing, and of others
// only the rectangles that changed are composited.
//
// A handle; copies are the same scene. All members may be called from any thread; frames are
// rendered one at a time.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <dala/compute.hpp>
#include <dala/core/image_view.hpp>
#include <dala/core/picture.hpp>
#include <dala/core/small_vector.hpp>
#include <dala/core/source_policy.hpp>
#include <dala/media/video.hpp>
#include <dala/scene/animation.hpp>
#include <dala/scene/node.hpp>
#include <dala/scene/stream.hpp>
#include <dala/scene/texture.hpp>
#include <dala/scene/transform.hpp>
#include <dala/surface.hpp>

namespace dala {

namespace scene {

struct Event {
  enum class Kind : std::uint8_t {
    ended,    // a video has no more frames
    looped,   // it began anew
    failed,   // a source broke: `error` says how
    removed,  // the node went, because the one it belonged to did
  };
  Kind kind = Kind::ended;
  NodeId node = 0;
  Time pts{};  // of the frame that noticed
  std::optional<Error> error = {};
};

struct RenderInfo {
  bool rendered = false;                  // false: nothing had changed
  std::uint64_t number = 0;               // of the frame, from 1; the same while nothing changes
  SmallVector<FrameRect, 8> damage = {};  // what was drawn again
};

struct Stats {
  std::uint64_t rendered = 0;
  std::uint64_t unchanged = 0;       // asked for, with nothing to do
  std::uint64_t pixels = 0;          // composited, of all frames
  std::uint64_t commands = 0;        // kernels that were started for it
  std::uint64_t frames_dropped = 0;  // of live sources and streams
  std::uint64_t textures = 0;        // in the pools of all videos
};

struct Options {
  std::optional<Compute> compute = {};  // else one of its own, made with these:
  std::string device = {};
  unsigned threads = 0;
  Rgba background = colors::black;
  double target_fps = 60;
  // Every frame that changed is put there and presented. Of the scene's size, and the scene's to
  // draw on: only what changed is put there again, so what others draw may stay.
  std::optional<Surface> surface = {};
  // Videos show what there is in time instead of waiting for the exact frame.
  bool realtime = false;
  std::size_t decode_ahead = 4;  // frames of a video that are decoded before they are needed
  // What names of videos, pictures, fonts and colour tables may lead to. Not given: plain files; of
  // a scene file only those in its folder.
  std::optional<SourcePolicy> sources = {};
  // Bytes of the frames of all its videos together, in decoders and decoded ahead. Where it is
  // short, fewer are decoded ahead; a video that does not fit even so is `out_of_memory`.
  std::uint64_t video_memory = std::uint64_t{2} << 30;
  std::uint64_t memory_limit = 0;  // of its own Compute, as ComputeOptions has it
  // Called while rendering, on the thread that does; it must not call the scene.
  std::function<void(const Event&)> on_event = {};
};

struct TransitionOptions {
  Time duration = std::chrono::milliseconds(500);
  Easing easing = Easing::ease_in_out();
};

struct RecordOptions {
  Time start{};
  Time duration = std::chrono::seconds(10);
  double frame_rate = 0;                 // 0: the target of the scene
  media::VideoWriterOptions video = {};  // its frame rate is that one
  // Called after each frame with what is done, from 0 to 1. False ends early: what there is then
  // keeps a name of its own, and a file that was there stays.
  std::function<bool(double)> on_progress = {};
};

struct RecordReport {
  // What was written: the file that was asked for, or that of VideoWriter::finish_partial.
  std::filesystem::path file = {};
  std::uint64_t frames = 0;
  bool stopped = false;  // by on_progress
};

}  // namespace scene

class DALA_API Scene {
 public:
  using NodeId = scene::NodeId;
  using Time = scene::Time;

  [[nodiscard]] static Result<Scene> create(std::uint32_t width, std::uint32_t height,
                                            const scene::Options& options = {});

  // --- nodes ---
  [[nodiscard]] Result<NodeId> add_node(const scene::Node& node) const;
  Result<NodeId> add_video(const scene::Video& video, const scene::Transform& transform = {},
                           NodeId parent = 0) const;
  Result<NodeId> add_image(const scene::Image& image, const scene::Transform& transform = {},
                           NodeId parent = 0) const;
  Result<NodeId> add_overlay(const scene::Overlay& overlay, const scene::Transform& transform = {},
                             NodeId parent = 0) const;
  Result<NodeId> add_text(const TextStyle& text, const scene::Transform& transform = {},
                          NodeId parent = 0) const;
  // The transform is the box under which things change; with a target it means nothing.
  Result<NodeId> add_effect(const scene::Effect& effect, const scene::Transform& transform = {},
                            NodeId parent = 0) const;
  Result<NodeId> add_animation(const scene::Animation& animation) const;
  Result<NodeId> add_group(const scene::Transform& transform = {}, NodeId parent = 0) const;
  Result<NodeId> add_virtual_background(const scene::VirtualBackground& background,
                                        const scene::Transform& transform = {},
                                        NodeId parent = 0) const;

  [[nodiscard]] Result<scene::Node> node(NodeId id) const;
  [[nodiscard]] Result<NodeId> find(std::string_view key) const;
  // In the order they were added.
  [[nodiscard]] std::vector<NodeId> nodes() const;

  // Replaces all that is said about it. What stays the same keeps its state: a video that has the
  // same source goes on.
  [[nodiscard]] Result<void> update_node(NodeId id, const scene::Node& node) const;
  [[nodiscard]] Result<void> set_transform(NodeId id, const scene::Transform& transform) const;
  // Of a video or image; makes it picture in picture if it was not.
  [[nodiscard]] Result<void> set_pip_transform(NodeId id, const scene::Pip& pip) const;
  // With everything inside it, and the animations and effects that were for it.
  [[nodiscard]] Result<void> remove_node(NodeId id) const;

  // Pictures under the caller's ids, for any number of nodes. Replaces.
  [[nodiscard]] Result<void> load_image(std::uint64_t image_id, const ImageView& image) const;
  // Nodes that show it show nothing from then on.
  [[nodiscard]] Result<void> remove_image(std::uint64_t image_id) const;

  // --- videos, as of the time rendered last ---
  [[nodiscard]] Result<void> seek(NodeId id, Time to) const;
  [[nodiscard]] Result<void> pause(NodeId id) const;
  [[nodiscard]] Result<void> resume(NodeId id) const;
  [[nodiscard]] Result<void> set_rate(NodeId id, double rate) const;

  // --- whole scenes ---
  [[nodiscard]] scene::Description describe() const;
  // Nodes with the same id go from where they are to where they are to be; new ones appear and
  // those that are missing fade. It begins at the time rendered last. The new nodes' ids come back
  // in the order of `to`.
  [[nodiscard]] Result<std::vector<NodeId>> transition(
      const scene::Description& to, const scene::TransitionOptions& options = {}) const;

  // --- frames ---
  [[nodiscard]] Result<scene::RenderInfo> render(Time pts) const;
  // At the next time by the target rate.
  [[nodiscard]] Result<scene::RenderInfo> render() const;
  // The last frame: u8 of {height, width, 4} on the scene's device, good until the next render.
  [[nodiscard]] Result<Buffer> frame() const;
  [[nodiscard]] Result<media::Picture> picture() const;
  [[nodiscard]] Result<void> read_frame(std::span<std::uint8_t> rgba) const;
  // By the extension, as media::write_picture.
  [[nodiscard]] Result<void> save_picture(const std::filesystem::path& file) const;
  // A video file of the scene from `start` on. Compositing and encoding go on at the same time.
  [[nodiscard]] Result<scene::RecordReport> record(const std::filesystem::path& file,
                                                   const scene::RecordOptions& options = {}) const;
  // What `record` leaves out of what the scene shows now, a sentence each: the sound of videos.
  [[nodiscard]] std::vector<std::string> losses() const;
  // The next frame is drawn as a whole.
  void invalidate() const;

  // --- what happened ---
  [[nodiscard]] std::uint32_t width() const;
  [[nodiscard]] std::uint32_t height() const;
  [[nodiscard]] Rgba background() const;
  [[nodiscard]] const Compute& compute() const;
  [[nodiscard]] SourcePolicy sources() const;
  [[nodiscard]] std::uint64_t frame_count() const;  // calls of render
  [[nodiscard]] double fps() const;                 // measured over the last second or so
  [[nodiscard]] double target_fps() const;
  [[nodiscard]] Result<void> set_target_fps(double fps) const;
  [[nodiscard]] scene::Stats stats() const;
  // The events since the last call, oldest first; the last 256 are kept.
  [[nodiscard]] std::vector<scene::Event> take_events() const;

  class State;
  explicit Scene(std::shared_ptr<State> state) : state_(std::move(state)) {}

 private:
  std::shared_ptr<State> state_;
};

}  // namespace dala
