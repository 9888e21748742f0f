// The state behind a Scene handle: its description, the state of the last frame, and what is on the
// device.
#pragma once

#include <array>
#include <chrono>
#include <deque>
#include <mutex>

#include <dala/scene.hpp>

#include "scene/objects/host_reader.hpp"
#include "scene/render/scene_renderer.hpp"

namespace dala {

class Scene::State {
 public:
  State(scene::Options options, Compute compute, scene::SceneRenderer renderer,
        scene::HostReader reader, std::uint32_t width, std::uint32_t height);

  const std::uint32_t width;
  const std::uint32_t height;
  const Compute compute;

  // Everything below is used with the mutex held.
  std::mutex mutex;
  scene::Options options;
  scene::Tree tree;
  scene::SceneRenderer renderer;
  std::vector<scene::Transition> transitions;
  Time last_pts{};
  std::uint64_t frame_count = 0;

  [[nodiscard]] Result<NodeId> add(const scene::Node& node);
  [[nodiscard]] Result<void> update(NodeId id, const scene::Node& node);
  [[nodiscard]] Result<void> set_transform(NodeId id, const scene::Transform& transform);
  [[nodiscard]] Result<void> remove(NodeId id);
  [[nodiscard]] Result<std::vector<NodeId>> transition(const scene::Description& to,
                                                       const scene::TransitionOptions& how);
  [[nodiscard]] Result<scene::RenderInfo> render(Time pts);
  void invalidate() { invalid_ = true; }
  // The contents that nodes show have changed.
  void touch() { dirty_ = true; }
  [[nodiscard]] double fps() const;
  [[nodiscard]] scene::Stats stats() const;
  [[nodiscard]] std::vector<scene::Event> take_events();

 private:
  using Clock = std::chrono::steady_clock;

  [[nodiscard]] bool is_unchanged() const;
  [[nodiscard]] Result<void> recover();
  void end_transitions(Time pts);
  void tell(const scene::Event& event);
  void keep(scene::Event event);
  // Returns what it threw.
  [[nodiscard]] std::string call_listener(const scene::Event& event) const;
  [[nodiscard]] Result<void> present(const scene::RenderInfo& info);
  [[nodiscard]] Result<void> check_size(std::uint32_t surface_width,
                                        std::uint32_t surface_height) const;
  [[nodiscard]] Result<void> copy_to(const Surface& surface, const scene::RenderInfo& info) const;

  const scene::Size size_{static_cast<double>(width), static_cast<double>(height)};
  const scene::HostReader reader_;
  scene::Moment moment_;
  bool invalid_ = true;        // everything is drawn again
  bool dirty_ = false;         // pictures may have changed without the tree
  std::uint64_t painted_ = 0;  // the version of the tree in the frame
  bool moves_ = false;         // that tree changes with time
  std::uint64_t losses_ = 0;   // of the device, up to what the renderer has there
  std::uint64_t number_ = 0;
  std::uint64_t unchanged_ = 0;
  std::deque<scene::Event> events_;
  std::array<Clock::time_point, 128> times_{};  // of the last frames
};

}  // namespace dala
