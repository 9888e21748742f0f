#include "scene/scene_state.hpp"

#include <algorithm>
#include <cstring>
#include <exception>
#include <string>
#include <utility>

#include "compute/losses.hpp"
#include "core/error.hpp"

namespace dala {

using scene::Description;
using scene::Event;
using scene::Node;
using scene::NodeId;
using scene::Transition;

namespace {

constexpr std::size_t most_events = 256;

}  // namespace

Scene::State::State(scene::Options given, Compute device, scene::SceneRenderer made,
                    scene::HostReader reader, std::uint32_t w, std::uint32_t h)
    : width(w),
      height(h),
      compute(std::move(device)),
      options(std::move(given)),
      renderer(std::move(made)),
      reader_(std::move(reader)),
      losses_(losses_of(compute)) {}

// --- changes by the user ---

Result<NodeId> Scene::State::add(const Node& node) {
  if (const auto* image = std::get_if<scene::Image>(&node.content);
      image != nullptr && image->image_id != 0 && !renderer.has_image(image->image_id))
    return fail(ErrorCode::unknown_picture, "no image {} is loaded; load_image comes first",
                image->image_id);
  DALA_ASSIGN(const NodeId id, tree.add(node));
  if (auto done = renderer.prepare(id, node, tree.entries().at(id).version); !done) {
    static_cast<void>(tree.remove(id));
    return std::unexpected(std::move(done.error()));
  }
  return id;
}

Result<void> Scene::State::update(NodeId id, const Node& node) {
  DALA_ASSIGN(const scene::Tree::Entry* entry, tree.find(id));
  const Node before = entry->node;
  DALA_TRY(tree.update(id, node));
  if (auto done = renderer.prepare(id, node, tree.entries().at(id).version); !done) {
    static_cast<void>(tree.update(id, before));
    return done;
  }
  return {};
}

Result<void> Scene::State::set_transform(NodeId id, const scene::Transform& transform) {
  DALA_ASSIGN(const scene::Tree::Entry* entry, tree.find(id));
  if (transform.mask != entry->node.transform.mask) {
    Node node = entry->node;
    node.transform = transform;
    return tree.update(id, node);
  }
  DALA_TRY(scene::check_transform(transform));
  if (transform != entry->node.transform) tree.set_transform(id, transform);
  return {};
}

Result<void> Scene::State::remove(NodeId id) {
  DALA_ASSIGN(const std::vector<NodeId> gone, tree.remove(id));
  for (const NodeId other : gone) {
    renderer.forget(other);
    if (other != id) tell({Event::Kind::removed, other, last_pts, {}});
  }
  return {};
}

Result<std::vector<NodeId>> Scene::State::transition(const Description& to,
                                                     const scene::TransitionOptions& how) {
  DALA_TRY(scene::check_easing(how.easing));
  if (how.duration <= Time::zero())
    return fail(ErrorCode::invalid_argument, "a transition of {} s; it takes some time",
                std::chrono::duration<double>(how.duration).count());
  DALA_TRY(scene::check_time("the transition's duration", how.duration));
  moment_.evaluate(tree, transitions, size_, last_pts);
  std::vector<Transition> next;
  std::vector<NodeId> added;
  const auto begin = [&](NodeId id, Transition::Kind kind, const scene::Transform& from) {
    next.push_back({id, kind, from, last_pts, how.duration, how.easing});
  };
  // On a copy, so that a mistake leaves everything as it was.
  scene::Tree changed = tree;
  std::vector<NodeId> updated;
  const auto undo = [&](Error error) {
    for (const NodeId id : added) renderer.forget(id);
    for (const NodeId id : updated) {
      const scene::Tree::Entry& entry = tree.entries().at(id);
      static_cast<void>(renderer.prepare(id, entry.node, entry.version));
    }
    return std::unexpected(std::move(error));
  };
  for (std::size_t i = 0; i < to.nodes.size(); ++i) {
    const auto& [id, node] = to.nodes[i];
    Result<void> done;
    NodeId now = id;
    if (id == 0) {
      auto made = changed.add(node);
      if (made)
        added.push_back(now = *made);
      else
        done = std::unexpected(std::move(made.error()));
    } else {
      done = changed.update(id, node);
      if (done) updated.push_back(id);
    }
    if (done) done = renderer.prepare(now, node, changed.entries().at(now).version);
    if (!done) return undo({done.error().code, format("nodes[{}]: {}", i, done.error().message)});
    if (id == 0)
      begin(now, Transition::Kind::appear, {});
    else
      begin(id, Transition::Kind::change, moment_.find(id)->transform);
  }
  const auto stays = [&](NodeId id) {
    return std::ranges::any_of(to.nodes, [&](const Description::Entry& e) { return e.id == id; });
  };
  std::vector<NodeId> at_once;
  for (const auto& [id, entry] : tree.entries()) {
    if (stays(id)) continue;
    const auto* effect = std::get_if<scene::Effect>(&entry.node.content);
    const bool has_no_picture = std::holds_alternative<scene::Animation>(entry.node.content) ||
                                (effect != nullptr && effect->target != 0);
    if (has_no_picture)
      at_once.push_back(id);
    else if (entry.node.parent == 0 || stays(entry.node.parent))
      begin(id, Transition::Kind::vanish, {});
  }
  for (const NodeId id : at_once)
    if (changed.find(id)) {
      if (auto gone = changed.remove(id); !gone) return undo(std::move(gone.error()));
      renderer.forget(id);
    }
  tree = std::move(changed);
  transitions = std::move(next);
  return added;
}

// --- frames ---

bool Scene::State::is_unchanged() const {
  return !invalid_ && !dirty_ && painted_ == tree.version() && !moves_ && transitions.empty();
}

void Scene::State::end_transitions(Time pts) {
  for (std::size_t i = 0; i < transitions.size();) {
    const Transition ended = transitions[i];
    if (!ended.is_over(pts)) {
      ++i;
      continue;
    }
    transitions.erase(transitions.begin() + static_cast<std::ptrdiff_t>(i));
    dirty_ = true;
    if (ended.kind == Transition::Kind::vanish && tree.find(ended.node))
      static_cast<void>(remove(ended.node));
  }
}

void Scene::State::tell(const Event& event) {
  const std::string thrown = call_listener(event);
  keep(event);
  // Kept for take_events only: `on_event` would throw again.
  if (!thrown.empty())
    keep({Event::Kind::failed, event.node, event.pts,
          Error{ErrorCode::invalid_argument, format("on_event threw: {}", thrown)}});
}

void Scene::State::keep(Event event) {
  if (events_.size() == most_events) events_.pop_front();
  events_.push_back(std::move(event));
}

// What the user's function throws must not leave a frame half drawn.
std::string Scene::State::call_listener(const Event& event) const {
  if (!options.on_event) return {};
  try {
    options.on_event(event);
    return {};
  } catch (const std::exception& error) {
    return error.what()[0] != '\0' ? error.what() : "a std::exception without a message";
  } catch (...) {
    return "something that is no std::exception";
  }
}

std::vector<Event> Scene::State::take_events() {
  std::vector<Event> out(std::make_move_iterator(events_.begin()),
                         std::make_move_iterator(events_.end()));
  events_.clear();
  return out;
}

// The call that found the device lost has reported it. The next one makes again what was on it.
Result<void> Scene::State::recover() {
  const std::uint64_t losses = losses_of(compute);
  if (losses == losses_) return {};
  invalid_ = true;
  DALA_TRY(renderer.renew(tree));
  losses_ = losses;
  return {};
}

Result<scene::RenderInfo> Scene::State::render(Time pts) {
  DALA_TRY(scene::check_time("the frame's time", pts));
  DALA_TRY(recover());
  times_[frame_count % times_.size()] = Clock::now();
  ++frame_count;
  last_pts = pts;
  if (!transitions.empty()) end_transitions(pts);
  if (is_unchanged()) {
    ++unchanged_;
    return scene::RenderInfo{.rendered = false, .number = number_, .damage = {}};
  }
  if (painted_ != tree.version() || invalid_) moves_ = scene::depends_on_time(tree);
  moment_.evaluate(tree, transitions, size_, pts);
  // A frame that fails half way is drawn as a whole the next time.
  const bool all = std::exchange(invalid_, true);
  DALA_ASSIGN(const bool drew,
              renderer.paint(moment_, pts, all, [this](const Event& event) { tell(event); }));
  invalid_ = false;
  dirty_ = false;
  painted_ = tree.version();
  if (!drew) {
    ++unchanged_;
    return scene::RenderInfo{.rendered = false, .number = number_, .damage = {}};
  }
  scene::RenderInfo info{.rendered = true, .number = ++number_, .damage = {}};
  for (const scene::Rect& rect : renderer.damage())
    info.damage.push_back({static_cast<std::uint32_t>(rect.x0), static_cast<std::uint32_t>(rect.y0),
                           static_cast<std::uint32_t>(rect.width()),
                           static_cast<std::uint32_t>(rect.height())});
  if (!options.surface) return info;
  if (auto shown = present(info); !shown) {
    invalid_ = true;  // the surface lacks what changed
    return std::unexpected(std::move(shown.error()));
  }
  return info;
}

Result<void> Scene::State::check_size(std::uint32_t surface_width,
                                      std::uint32_t surface_height) const {
  if (surface_width == width && surface_height == height) return {};
  return fail(ErrorCode::shape_mismatch,
              "the surface has become {} x {} pixels; the scene has {} x {}", surface_width,
              surface_height, width, height);
}

Result<void> Scene::State::present(const scene::RenderInfo& info) {
  const Surface& surface = *options.surface;
  const Surface::Size size = surface.size();
  DALA_TRY(check_size(size.width, size.height));
  DALA_TRY(copy_to(surface, info));
  DALA_TRY(surface.present());
  return {};
}

// The frame stays the scene's, since the next one is made from it; the surface has a copy, and
// after the first frame only what changed is copied.
Result<void> Scene::State::copy_to(const Surface& surface, const scene::RenderInfo& info) const {
  if (!reader_.in_place()) return surface.set_pixels(renderer.frame());
  scene::Rect changed;
  for (const scene::Rect& rect : renderer.damage()) changed = around(changed, rect);
  Result<void> fits;
  Result<void> copied;
  DALA_TRY(reader_.read(renderer.frame(), [&](std::span<const std::uint8_t> rgba) {
    if (info.number == 1 || changed.area() == std::int64_t{width} * height) {
      copied = surface.set_pixels(rgba);
      return;
    }
    const FrameRect part{
        static_cast<std::uint32_t>(changed.x0), static_cast<std::uint32_t>(changed.y0),
        static_cast<std::uint32_t>(changed.width()), static_cast<std::uint32_t>(changed.height())};
    copied = surface.with_pixels(part, [&](const Surface::Pixels& pixels) {
      // Another thread may have resized the surface meanwhile.
      fits = check_size(pixels.width, pixels.height);
      if (!fits) return;
      for (const FrameRect& rect : info.damage)
        for (std::size_t y = rect.y; y < std::size_t{rect.y} + rect.h; ++y) {
          const std::size_t at = ((y * width) + rect.x) * 4;
          std::memcpy(&pixels.rgba[at], &rgba[at], std::size_t{rect.w} * 4);
        }
    });
  }));
  DALA_TRY(fits);
  return copied;
}

double Scene::State::fps() const {
  const std::uint64_t kept = std::min<std::uint64_t>(frame_count, times_.size());
  if (kept < 2) return 0;
  const auto at = [&](std::uint64_t back) {
    return times_[(frame_count - 1 - back) % times_.size()];
  };
  std::uint64_t frames = 1;
  while (frames + 1 < kept && at(0) - at(frames) < std::chrono::seconds(1)) ++frames;
  const double seconds = std::chrono::duration<double>(at(0) - at(frames)).count();
  return seconds > 0 ? static_cast<double>(frames) / seconds : 0;
}

scene::Stats Scene::State::stats() const {
  scene::Stats stats;
  stats.rendered = number_;
  stats.unchanged = unchanged_;
  renderer.count(stats);
  return stats;
}

}  // namespace dala
