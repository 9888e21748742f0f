// Scenes, the streams of frames they show, and pools of textures.
#include <dala/scene.hpp>

#include "fields.hpp"
#include "picture.hpp"
#include "scene_terms.hpp"
#include "sources.hpp"
#include "surface.hpp"

namespace dala::nif {

using scene::FrameStream;
using scene::TexturePool;

template <>
inline constexpr const char* resource_name<Scene> = "a scene";
template <>
inline constexpr const char* resource_name<TexturePool> = "a pool of textures";

namespace {

// --- scenes ---

// Options: background, target_fps, realtime, surface (its reference), and what may be
// opened.
Result<Scene> scene_new(Env& env, std::uint32_t width, std::uint32_t height, Term given) {
  DALA_NIF_ASSIGN(compute, env.library.compute());
  scene::Options options{.compute = compute};
  Fields fields(env.raw, given);
  fields.take("background", options.background);
  fields.take("target_fps", options.target_fps);
  fields.take("realtime", options.realtime);
  if (Term surface; fields.take("surface", surface))
    options.surface = Resource<Surface>::get(env.raw, surface.raw);
  options.sources = take_sources(fields);
  fields.done();
  return Scene::create(width, height, options);
}

std::vector<Term> scene_types(Env& env) { return describe_node_types(env.raw); }

Result<std::uint64_t> scene_add(Env& env, const Scene& scene, const std::string& kind,
                                Term options) {
  return scene.add_node(decode_node(env.raw, kind, options));
}

Result<void> scene_set_transform(Env& env, const Scene& scene, std::uint64_t node, Term options) {
  return scene.set_transform(node, decode_transform(env.raw, options));
}

Result<void> scene_set_pip(Env& env, const Scene& scene, std::uint64_t node, Term options) {
  return scene.set_pip_transform(node, decode_pip(env.raw, options));
}

Result<void> scene_remove(Env& /*env*/, const Scene& scene, std::uint64_t node) {
  return scene.remove_node(node);
}

std::vector<std::uint64_t> scene_nodes(Env& /*env*/, const Scene& scene) { return scene.nodes(); }

Result<void> scene_load_image(Env& /*env*/, const Scene& scene, std::uint64_t id, Bytes rgba,
                              std::uint32_t width, std::uint32_t height) {
  return scene.load_image(id, {pixels_of(rgba), width, height});
}

Result<void> scene_remove_image(Env& /*env*/, const Scene& scene, std::uint64_t id) {
  return scene.remove_image(id);
}

// The frame of a time in nanoseconds, or of the next by the target rate where it is nil.
Result<Term> scene_render(Env& env, const Scene& scene, Term time) {
  auto done = is_atom(env.raw, time.raw, "nil")
                  ? scene.render()
                  : scene.render(scene::Time(decode<std::int64_t>(env.raw, time.raw)));
  if (!done) return std::unexpected(done.error());
  return Term{atom(env.raw, done->rendered ? "rendered" : "unchanged")};
}

Result<Term> scene_pixels(Env& env, const Scene& scene) {
  NewBinary rgba(std::size_t{scene.width()} * scene.height() * 4);
  if (auto done = scene.read_frame(rgba.pixels()); !done) return std::unexpected(done.error());
  return rgba.term(env.raw);
}

Result<void> scene_record(Env& /*env*/, const Scene& scene, const std::string& file,
                          std::int64_t start, std::int64_t duration, double frame_rate) {
  auto done = scene.record(
      file,
      {.start = scene::Time(start), .duration = scene::Time(duration), .frame_rate = frame_rate});
  if (!done) return std::unexpected(done.error());
  return {};
}

std::vector<std::string> scene_losses(Env& /*env*/, const Scene& scene) { return scene.losses(); }

Result<void> scene_seek(Env& /*env*/, const Scene& scene, std::uint64_t node, std::int64_t time) {
  return scene.seek(node, scene::Time(time));
}

Result<void> scene_pause(Env& /*env*/, const Scene& scene, std::uint64_t node, bool paused) {
  return paused ? scene.pause(node) : scene.resume(node);
}

Term scene_stats(Env& env, const Scene& scene) {
  const scene::Stats stats = scene.stats();
  Map map(env.raw);
  map.put("rendered", stats.rendered).put("unchanged", stats.unchanged);
  map.put("pixels", stats.pixels).put("commands", stats.commands);
  map.put("frames_dropped", stats.frames_dropped).put("textures", stats.textures);
  return map.put("frame_count", scene.frame_count()).put("fps", scene.fps()).term();
}

Atom kind_name(scene::Event::Kind kind) {
  switch (kind) {
    case scene::Event::Kind::ended:
      return {"ended"};
    case scene::Event::Kind::looped:
      return {"looped"};
    case scene::Event::Kind::failed:
      return {"failed"};
    case scene::Event::Kind::removed:
      return {"removed"};
  }
  return {"unknown"};
}

std::vector<Term> scene_events(Env& env, const Scene& scene) {
  std::vector<Term> all;
  for (const scene::Event& event : scene.take_events()) {
    Map map(env.raw);
    map.put("kind", kind_name(event.kind)).put("node", event.node);
    if (event.error) map.put("error", std::as_const(*event.error));
    all.push_back(map.term());
  }
  return all;
}

// --- streams ---

FrameStream stream_new(Env& /*env*/) { return FrameStream::create(); }

Result<void> stream_push(Env& /*env*/, const FrameStream& stream, Bytes rgba, std::uint32_t width,
                         std::uint32_t height) {
  return stream.push({pixels_of(rgba), width, height});
}

void stream_finish(Env& /*env*/, const FrameStream& stream) { stream.finish(); }

// --- textures ---

Result<TexturePool> textures_new(Env& env, std::uint32_t width, std::uint32_t height,
                                 std::uint32_t count) {
  DALA_NIF_ASSIGN(compute, env.library.compute());
  return TexturePool::create(compute, width, height, count);
}

// :none when all are in use.
Term textures_acquire(Env& env, const TexturePool& pool) {
  auto texture = pool.acquire();
  if (!texture) return {encode(env.raw, Atom{"none"})};
  return {tuple_of(env.raw, Atom{"ok"}, std::move(*texture))};
}

Result<void> textures_release(Env& /*env*/, const TexturePool& pool, const Buffer& texture) {
  return pool.release(texture);
}

std::uint64_t textures_in_use(Env& /*env*/, const TexturePool& pool) { return pool.in_use(); }

constexpr ErlNifFunc functions[] = {
    nif<scene_new>("scene_new", Place::cpu_bound),
    nif<scene_types>("scene_types", Place::scheduler),
    nif<scene_add>("scene_add", Place::cpu_bound),
    nif<scene_set_transform>("scene_set_transform", Place::cpu_bound),
    nif<scene_set_pip>("scene_set_pip", Place::cpu_bound),
    nif<scene_remove>("scene_remove", Place::cpu_bound),
    nif<scene_nodes>("scene_nodes", Place::cpu_bound),
    nif<scene_load_image>("scene_load_image", Place::cpu_bound),
    nif<scene_remove_image>("scene_remove_image", Place::cpu_bound),
    nif<scene_render>("scene_render", Place::cpu_bound),
    nif<scene_pixels>("scene_pixels", Place::cpu_bound),
    nif<scene_record>("scene_record", Place::cpu_bound),
    nif<scene_losses>("scene_losses", Place::cpu_bound),
    nif<scene_seek>("scene_seek", Place::cpu_bound),
    nif<scene_pause>("scene_pause", Place::cpu_bound),
    nif<scene_stats>("scene_stats", Place::cpu_bound),
    nif<scene_events>("scene_events", Place::cpu_bound),
    nif<stream_new>("stream_new", Place::scheduler),
    nif<stream_push>("stream_push", Place::cpu_bound),
    nif<stream_finish>("stream_finish", Place::cpu_bound),
    nif<textures_new>("textures_new", Place::cpu_bound),
    nif<textures_acquire>("textures_acquire", Place::scheduler),
    nif<textures_release>("textures_release", Place::scheduler),
    nif<textures_in_use>("textures_in_use", Place::scheduler),
};

}  // namespace

Area scene_area() {
  return {functions, [](ErlNifEnv* env) {
            return Resource<Scene>::open(env) && Resource<FrameStream>::open(env) &&
                   Resource<TexturePool>::open(env);
          }};
}

}  // namespace dala::nif
