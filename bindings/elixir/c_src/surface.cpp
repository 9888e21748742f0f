// Surfaces, and the bytes of their protocol.
#include "surface.hpp"

#include "nif.hpp"
#include "picture.hpp"

namespace dala::nif {

namespace {

Term describe(ErlNifEnv* env, const SurfaceError& error) {
  Map map(env);
  map.put("sequence", error.sequence).put("index", error.index);
  map.put("command", to_string(error.opcode));
  return map.put("error", std::as_const(error.error)).term();
}

// Belongs to the calling process and goes with it. What goes wrong later comes to it as
// {:dala_surface_error, map}.
Result<Term> surface_new(Env& env, std::uint32_t width, std::uint32_t height,
                         std::uint64_t queue_bytes) {
  ErlNifPid owner;
  if (enif_self(env.raw, &owner) == nullptr) throw BadArgument("a surface is made by a process");
  SurfaceOptions options;
  if (queue_bytes > 0) options.queue_bytes = queue_bytes;
  options.when_full = WhenFull::reject;  // a scheduler must not wait
  options.compute = env.library.compute_if_made();
  options.on_error = [owner](const SurfaceError& error) {
    send(owner, [&](ErlNifEnv* message) {
      return tuple_of(message, Atom{"dala_surface_error"}, describe(message, error));
    });
  };
  DALA_NIF_ASSIGN(made, Surface::create(width, height, options));
  Surface* object = Resource<Surface>::make_object(std::move(made));
  enif_monitor_process(env.raw, object, &owner, nullptr);
  const ERL_NIF_TERM term = enif_make_resource(env.raw, object);
  enif_release_resource(object);
  return Term{term};
}

void owner_is_gone(ErlNifEnv* /*env*/, void* object, ErlNifPid* /*owner*/,
                   ErlNifMonitor* /*monitor*/) {
  in_background([surface = *static_cast<Surface*>(object)] { surface.destroy(); });
}

Result<std::uint64_t> surface_command(Env& /*env*/, const Surface& surface, Bytes message) {
  return surface.submit(message);
}

// The same where the queue is full: waits until it has been worked off.
Result<std::uint64_t> surface_command_wait(Env& /*env*/, const Surface& surface, Bytes message) {
  while (true) {
    auto done = surface.submit(message);
    if (done || done.error().code != ErrorCode::queue_full) return done;
    if (auto flushed = surface.flush(); !flushed) return std::unexpected(flushed.error());
  }
}

Result<std::vector<std::uint8_t>> surface_get_pixels(Env& /*env*/, const Surface& surface) {
  return surface.get_pixels();
}

Result<std::vector<std::uint8_t>> surface_shown_pixels(Env& /*env*/, const Surface& surface) {
  return surface.shown_pixels();
}

Result<std::vector<std::uint8_t>> surface_read_pixels(Env& /*env*/, const Surface& surface,
                                                      std::uint32_t x, std::uint32_t y,
                                                      std::uint32_t w, std::uint32_t h) {
  return surface.read_pixels(x, y, w, h);
}

Result<void> surface_set_pixels(Env& /*env*/, const Surface& surface, Bytes rgba) {
  return surface.set_pixels(pixels_of(rgba));
}

Result<void> surface_set_buffer(Env& /*env*/, const Surface& surface, const Buffer& picture) {
  return surface.set_pixels(picture);
}

Result<void> surface_flush(Env& /*env*/, const Surface& surface) { return surface.flush(); }

Term surface_size(Env& env, const Surface& surface) {
  const Surface::Size size = surface.size();
  return {tuple_of(env.raw, size.width, size.height)};
}

std::uint64_t surface_frames(Env& /*env*/, const Surface& surface) {
  return surface.frames_presented();
}

bool surface_supports_compute(Env& /*env*/, const Surface& surface) {
  return surface.supports_compute();
}

std::vector<Term> surface_take_errors(Env& env, const Surface& surface) {
  std::vector<Term> all;
  for (const SurfaceError& error : surface.take_errors()) all.push_back(describe(env.raw, error));
  return all;
}

void surface_destroy(Env& /*env*/, const Surface& surface) { surface.destroy(); }

// One message as text, or what is wrong with it.
Result<std::string> command_text(Env& /*env*/, Bytes message) {
  if (auto checked = check_message(message); !checked) return std::unexpected(checked.error());
  return message_text(message);
}

constexpr ErlNifFunc functions[] = {
    nif<surface_new>("surface_new", Place::io_bound),
    nif<surface_command>("surface_command", Place::scheduler),
    nif<surface_command_wait>("surface_command_wait", Place::io_bound),
    nif<surface_get_pixels>("surface_get_pixels", Place::io_bound),
    nif<surface_shown_pixels>("surface_shown_pixels", Place::io_bound),
    nif<surface_read_pixels>("surface_read_pixels", Place::io_bound),
    nif<surface_set_pixels>("surface_set_pixels", Place::io_bound),
    nif<surface_set_buffer>("surface_set_buffer", Place::io_bound),
    nif<surface_flush>("surface_flush", Place::io_bound),
    nif<surface_size>("surface_size", Place::scheduler),
    nif<surface_frames>("surface_frames", Place::scheduler),
    nif<surface_supports_compute>("surface_supports_compute", Place::scheduler),
    nif<surface_take_errors>("surface_take_errors", Place::scheduler),
    nif<surface_destroy>("surface_destroy", Place::io_bound),
    nif<command_text>("command_text", Place::cpu_bound),
};

}  // namespace

Area surface_area() {
  return {functions, [](ErlNifEnv* env) { return Resource<Surface>::open(env, owner_is_gone); }};
}

}  // namespace dala::nif
