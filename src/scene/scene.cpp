#include <dala/scene.hpp>

#include <algorithm>

#include <dala/media/still.hpp>

#include "core/error.hpp"
#include "core/handle.hpp"
#include "core/image.hpp"
#include "scene/describe/node_traits.hpp"
#include "scene/scene_state.hpp"

namespace dala {

using scene::Node;
using scene::NodeId;
using scene::Transform;

namespace {

Result<void> check_fps(double fps) {
  if (fps >= 0.01 && fps <= 1000) return {};
  return fail(ErrorCode::invalid_argument, "{} frames a second; from 0.01 to 1000 can be", fps);
}

// Its time at the time of the scene, and everything that follows counts from there.
void count_from(scene::Video& video, scene::Time pts) {
  if (!video.paused && pts > video.start)
    video.offset += scene::Time(static_cast<scene::Time::rep>(
        static_cast<double>((pts - video.start).count()) * video.rate));
  video.start = std::max(video.start, pts);
}

template <typename State, typename Change>
Result<void> change_video(State& state, NodeId id, const Change& change) {
  const std::lock_guard lock(state.mutex);
  DALA_ASSIGN(const scene::Tree::Entry* entry, state.tree.find(id));
  Node node = entry->node;
  scene::Video* video = scene::video_of(node.content);
  if (video == nullptr)
    return fail(ErrorCode::invalid_argument, "node {} is a {} and plays no video", id,
                kind_of(node));
  count_from(*video, state.last_pts);
  change(*video);
  return state.update(id, node);
}

}  // namespace

Result<Scene> Scene::create(std::uint32_t width, std::uint32_t height,
                            const scene::Options& options) {
  if (width == 0 || height == 0 || width > media::max_picture_side ||
      height > media::max_picture_side)
    return fail(ErrorCode::invalid_argument,
                "a scene of {} x {} pixels cannot be; both sides must be from 1 to {}", width,
                height, media::max_picture_side);
  DALA_TRY(check_fps(options.target_fps));
  if (options.surface) {
    const Surface::Size size = options.surface->size();
    if (size.width != width || size.height != height)
      return fail(ErrorCode::shape_mismatch,
                  "the surface has {} x {} pixels; the scene has {} x {}", size.width, size.height,
                  width, height);
  }
  std::optional<Compute> compute = options.compute;
  if (!compute) {
    DALA_ASSIGN(compute, Compute::create({.device = options.device,
                                          .threads = options.threads,
                                          .memory_limit = options.memory_limit}));
  }
  DALA_ASSIGN(scene::SceneRenderer renderer,
              scene::SceneRenderer::make(*compute, static_cast<std::int32_t>(width),
                                         static_cast<std::int32_t>(height), options));
  DALA_ASSIGN(scene::HostReader reader, scene::HostReader::make(*compute));
  return Scene(std::make_shared<State>(options, *compute, std::move(renderer), std::move(reader),
                                       width, height));
}

// --- nodes ---

Result<NodeId> Scene::add_node(const Node& node) const {
  if (state_ == nullptr) return empty_handle("Scene");
  const std::lock_guard lock(state_->mutex);
  return state_->add(node);
}

Result<NodeId> Scene::add_video(const scene::Video& video, const Transform& transform,
                                NodeId parent) const {
  return add_node({.parent = parent, .transform = transform, .content = video});
}
Result<NodeId> Scene::add_image(const scene::Image& image, const Transform& transform,
                                NodeId parent) const {
  return add_node({.parent = parent, .transform = transform, .content = image});
}
Result<NodeId> Scene::add_overlay(const scene::Overlay& overlay, const Transform& transform,
                                  NodeId parent) const {
  return add_node({.parent = parent, .transform = transform, .content = overlay});
}
Result<NodeId> Scene::add_text(const TextStyle& text, const Transform& transform,
                               NodeId parent) const {
  return add_node({.parent = parent, .transform = transform, .content = scene::Text{text}});
}
Result<NodeId> Scene::add_effect(const scene::Effect& effect, const Transform& transform,
                                 NodeId parent) const {
  return add_node({.parent = parent, .transform = transform, .content = effect});
}
Result<NodeId> Scene::add_animation(const scene::Animation& animation) const {
  return add_node({.content = animation});
}
Result<NodeId> Scene::add_group(const Transform& transform, NodeId parent) const {
  return add_node({.parent = parent, .transform = transform, .content = scene::Group{}});
}
Result<NodeId> Scene::add_virtual_background(const scene::VirtualBackground& background,
                                             const Transform& transform, NodeId parent) const {
  return add_node({.parent = parent, .transform = transform, .content = background});
}

Result<Node> Scene::node(NodeId id) const {
  if (state_ == nullptr) return empty_handle("Scene");
  const std::lock_guard lock(state_->mutex);
  DALA_ASSIGN(const scene::Tree::Entry* entry, state_->tree.find(id));
  return entry->node;
}

Result<NodeId> Scene::find(std::string_view key) const {
  if (state_ == nullptr) return empty_handle("Scene");
  const std::lock_guard lock(state_->mutex);
  return state_->tree.find(key);
}

std::vector<NodeId> Scene::nodes() const {
  if (state_ == nullptr) return {};
  const std::lock_guard lock(state_->mutex);
  std::vector<NodeId> ids;
  for (const auto& [id, entry] : state_->tree.entries()) ids.push_back(id);
  return ids;
}

Result<void> Scene::update_node(NodeId id, const Node& node) const {
  if (state_ == nullptr) return empty_handle("Scene");
  const std::lock_guard lock(state_->mutex);
  return state_->update(id, node);
}

Result<void> Scene::set_transform(NodeId id, const Transform& transform) const {
  if (state_ == nullptr) return empty_handle("Scene");
  const std::lock_guard lock(state_->mutex);
  return state_->set_transform(id, transform);
}

Result<void> Scene::set_pip_transform(NodeId id, const scene::Pip& pip) const {
  if (state_ == nullptr) return empty_handle("Scene");
  const std::lock_guard lock(state_->mutex);
  DALA_ASSIGN(const scene::Tree::Entry* entry, state_->tree.find(id));
  Node node = entry->node;
  std::optional<scene::Pip>* of_node = scene::pip_of(node.content);
  if (of_node == nullptr)
    return fail(ErrorCode::invalid_argument,
                "node {} is a {}; picture in picture is of videos and images", id, kind_of(node));
  *of_node = pip;
  return state_->update(id, node);
}

Result<void> Scene::remove_node(NodeId id) const {
  if (state_ == nullptr) return empty_handle("Scene");
  const std::lock_guard lock(state_->mutex);
  return state_->remove(id);
}

Result<void> Scene::load_image(std::uint64_t image_id, const ImageView& image) const {
  if (state_ == nullptr) return empty_handle("Scene");
  if (image_id == 0)
    return fail(ErrorCode::invalid_argument, "an image has the id 0; ids are from 1 on");
  DALA_TRY(check_image(image, "an image"));
  const media::Picture picture{image.width, image.height, {image.rgba.begin(), image.rgba.end()}};
  const std::lock_guard lock(state_->mutex);
  DALA_TRY(state_->renderer.load_image(image_id, picture));
  state_->touch();
  return {};
}

Result<void> Scene::remove_image(std::uint64_t image_id) const {
  if (state_ == nullptr) return empty_handle("Scene");
  const std::lock_guard lock(state_->mutex);
  if (!state_->renderer.remove_image(image_id))
    return fail(ErrorCode::unknown_picture, "no image {} is loaded", image_id);
  state_->touch();
  return {};
}

// --- videos ---

Result<void> Scene::seek(NodeId id, Time to) const {
  if (state_ == nullptr) return empty_handle("Scene");
  if (to < Time::zero())
    return fail(ErrorCode::invalid_argument, "a seek to {} s; a video begins at 0",
                std::chrono::duration<double>(to).count());
  return change_video(*state_, id, [&](scene::Video& video) { video.offset = to; });
}
Result<void> Scene::pause(NodeId id) const {
  if (state_ == nullptr) return empty_handle("Scene");
  return change_video(*state_, id, [](scene::Video& video) { video.paused = true; });
}
Result<void> Scene::resume(NodeId id) const {
  if (state_ == nullptr) return empty_handle("Scene");
  return change_video(*state_, id, [](scene::Video& video) { video.paused = false; });
}
Result<void> Scene::set_rate(NodeId id, double rate) const {
  if (state_ == nullptr) return empty_handle("Scene");
  return change_video(*state_, id, [&](scene::Video& video) { video.rate = rate; });
}

// --- whole scenes ---

scene::Description Scene::describe() const {
  if (state_ == nullptr) return {};
  const std::lock_guard lock(state_->mutex);
  scene::Description out;
  for (const auto& [id, entry] : state_->tree.entries()) out.nodes.push_back({id, entry.node});
  return out;
}

Result<std::vector<NodeId>> Scene::transition(const scene::Description& to,
                                              const scene::TransitionOptions& options) const {
  if (state_ == nullptr) return empty_handle("Scene");
  const std::lock_guard lock(state_->mutex);
  return state_->transition(to, options);
}

// --- frames ---

Result<scene::RenderInfo> Scene::render(Time pts) const {
  if (state_ == nullptr) return empty_handle("Scene");
  const std::lock_guard lock(state_->mutex);
  return state_->render(pts);
}

Result<scene::RenderInfo> Scene::render() const {
  if (state_ == nullptr) return empty_handle("Scene");
  const std::lock_guard lock(state_->mutex);
  const Time step{static_cast<Time::rep>(1e9 / state_->options.target_fps)};
  return state_->render(state_->frame_count == 0 ? Time::zero() : state_->last_pts + step);
}

Result<Buffer> Scene::frame() const {
  if (state_ == nullptr) return empty_handle("Scene");
  const std::lock_guard lock(state_->mutex);
  return state_->renderer.frame();
}

Result<void> Scene::read_frame(std::span<std::uint8_t> rgba) const {
  DALA_ASSIGN(const Buffer frame, this->frame());
  return frame.read_into(std::as_writable_bytes(rgba));
}

Result<media::Picture> Scene::picture() const {
  media::Picture picture{width(), height(), {}};
  picture.rgba.resize(std::size_t{width()} * height() * 4);
  DALA_TRY(read_frame(picture.rgba));
  return picture;
}

Result<void> Scene::save_picture(const std::filesystem::path& file) const {
  DALA_ASSIGN(const media::Picture picture, this->picture());
  return media::write_picture(file, picture);
}

void Scene::invalidate() const {
  if (state_ == nullptr) return;
  const std::lock_guard lock(state_->mutex);
  state_->invalidate();
}

// --- what happened ---

std::uint32_t Scene::width() const {
  if (state_ == nullptr) return {};
  return state_->width;
}
std::uint32_t Scene::height() const {
  if (state_ == nullptr) return {};
  return state_->height;
}
Rgba Scene::background() const {
  if (state_ == nullptr) return {};
  const std::lock_guard lock(state_->mutex);
  return state_->options.background;
}
const Compute& Scene::compute() const {
  if (state_ == nullptr) return nothing<Compute>(nullptr);
  return state_->compute;
}
SourcePolicy Scene::sources() const {
  if (state_ == nullptr) return {};
  const std::lock_guard lock(state_->mutex);
  return state_->renderer.sources();
}

std::uint64_t Scene::frame_count() const {
  if (state_ == nullptr) return {};
  const std::lock_guard lock(state_->mutex);
  return state_->frame_count;
}
double Scene::fps() const {
  if (state_ == nullptr) return {};
  const std::lock_guard lock(state_->mutex);
  return state_->fps();
}
double Scene::target_fps() const {
  if (state_ == nullptr) return {};
  const std::lock_guard lock(state_->mutex);
  return state_->options.target_fps;
}
Result<void> Scene::set_target_fps(double fps) const {
  if (state_ == nullptr) return empty_handle("Scene");
  DALA_TRY(check_fps(fps));
  const std::lock_guard lock(state_->mutex);
  state_->options.target_fps = fps;
  return {};
}
scene::Stats Scene::stats() const {
  if (state_ == nullptr) return {};
  const std::lock_guard lock(state_->mutex);
  return state_->stats();
}
std::vector<scene::Event> Scene::take_events() const {
  if (state_ == nullptr) return {};
  const std::lock_guard lock(state_->mutex);
  return state_->take_events();
}

}  // namespace dala
