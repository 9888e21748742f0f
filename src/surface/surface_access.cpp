// The calls that wait: pixels, recording, and what happened.
#include <cstring>

#include <dala/surface.hpp>

#include "core/error.hpp"
#include "core/handle.hpp"
#include "surface/frame_buffer.hpp"
#include "surface/state.hpp"

namespace dala {

namespace {

using surface::Executor;

std::vector<std::uint8_t> bytes_of(std::span<const std::uint32_t> pixels) {
  const auto* first = reinterpret_cast<const std::uint8_t*>(pixels.data());
  return {first, first + pixels.size_bytes()};
}

Surface::Pixels pixels_of(Executor& executor, const surface::Rect& changes) {
  surface::Canvas& canvas = executor.frames().canvas();
  canvas.damage = join(canvas.damage, changes);
  return {executor.frames().width(),
          executor.frames().height(),
          {reinterpret_cast<std::uint8_t*>(canvas.pixels), executor.frames().bytes()}};
}

Result<surface::Rect> rect_inside(Executor& executor, const FrameRect& part) {
  const surface::Rect rect = surface::rect_at(part.x, part.y, part.w, part.h);
  if (rect.x1 > executor.frames().width() || rect.y1 > executor.frames().height())
    return fail(ErrorCode::invalid_argument,
                "the rectangle at ({}, {}) of {} x {} is not inside the frame of {} x {}", part.x,
                part.y, part.w, part.h, executor.frames().width(), executor.frames().height());
  return rect;
}

}  // namespace

Result<std::vector<std::uint8_t>> Surface::get_pixels() const {
  if (state_ == nullptr) return empty_handle("Surface");
  std::vector<std::uint8_t> out;
  DALA_TRY(state_->core->call([&](Executor& executor) -> Result<void> {
    append_pixels(executor.frames(), executor.frames().canvas().frame(), out);
    return {};
  }));
  return out;
}

Result<std::vector<std::uint8_t>> Surface::read_pixels(std::uint32_t x, std::uint32_t y,
                                                       std::uint32_t w, std::uint32_t h) const {
  if (state_ == nullptr) return empty_handle("Surface");
  std::vector<std::uint8_t> out;
  DALA_TRY(state_->core->call([&](Executor& executor) -> Result<void> {
    DALA_ASSIGN(const surface::Rect rect, rect_inside(executor, {x, y, w, h}));
    append_pixels(executor.frames(), rect, out);
    return {};
  }));
  return out;
}

Result<std::vector<std::uint8_t>> Surface::shown_pixels() const {
  if (state_ == nullptr) return empty_handle("Surface");
  std::vector<std::uint8_t> out;
  DALA_TRY(state_->core->call([&](Executor& executor) -> Result<void> {
    out = bytes_of(executor.frames().front());
    return {};
  }));
  return out;
}

Result<void> Surface::set_pixels(std::span<const std::uint8_t> rgba) const {
  if (state_ == nullptr) return empty_handle("Surface");
  return state_->core->call([&](Executor& executor) -> Result<void> {
    if (rgba.size() != executor.frames().bytes())
      return fail(ErrorCode::wrong_length, "set_pixels got {} bytes; the frame of {} x {} has {}",
                  rgba.size(), executor.frames().width(), executor.frames().height(),
                  executor.frames().bytes());
    surface::Canvas& canvas = executor.frames().blank_canvas();
    canvas.damage = canvas.frame();
    std::memcpy(canvas.pixels, rgba.data(), rgba.size());
    state_->core->record_pixels();
    return {};
  });
}

Result<void> Surface::with_pixels(const std::function<void(const Pixels&)>& change) const {
  if (state_ == nullptr) return empty_handle("Surface");
  return state_->core->call([&](Executor& executor) -> Result<void> {
    change(pixels_of(executor, executor.frames().canvas().frame()));
    state_->core->record_pixels();
    return {};
  });
}

Result<void> Surface::with_pixels(const FrameRect& part,
                                  const std::function<void(const Pixels&)>& change) const {
  if (state_ == nullptr) return empty_handle("Surface");
  return state_->core->call([&](Executor& executor) -> Result<void> {
    DALA_ASSIGN(const surface::Rect rect, rect_inside(executor, part));
    change(pixels_of(executor, rect));
    state_->core->record_pixels();
    return {};
  });
}

Result<void> Surface::flush() const {
  if (state_ == nullptr) return empty_handle("Surface");
  return state_->core->call([](Executor&) -> Result<void> { return {}; });
}

Surface::Size Surface::size() const {
  if (state_ == nullptr) return {};
  const std::uint64_t both = state_->core->size.load(std::memory_order_relaxed);
  return {static_cast<std::uint32_t>(both >> 32), static_cast<std::uint32_t>(both)};
}

std::uint64_t Surface::frames_presented() const {
  if (state_ == nullptr) return {};
  return state_->core->frames.load(std::memory_order_relaxed);
}

Result<void> Surface::present_again() const {
  if (state_ == nullptr) return empty_handle("Surface");
  return state_->core->call([](Executor& executor) { return executor.present_again(); });
}

std::vector<SurfaceError> Surface::take_errors() const {
  if (state_ == nullptr) return {};
  return state_->core->take_errors();
}

Result<void> Surface::start_recording(const std::filesystem::path& file) const {
  if (state_ == nullptr) return empty_handle("Surface");
  SurfaceCore& core = *state_->core;
  return core.call([&](Executor& executor) -> Result<void> {
    if (core.recorder)
      return fail(ErrorCode::already_exists, "the surface is being recorded already");
    DALA_ASSIGN(core.recorder, surface::Recorder::create(file, executor.frames().width(),
                                                         executor.frames().height()));
    executor.for_each_held(
        [&](CommandBytes command) { core.recorder->add(Recording::Kind::message, command); });
    core.record_pixels();
    return {};
  });
}

Result<void> Surface::stop_recording() const {
  if (state_ == nullptr) return empty_handle("Surface");
  SurfaceCore& core = *state_->core;
  return core.call([&](Executor&) -> Result<void> {
    if (!core.recorder)
      return fail(ErrorCode::invalid_argument, "the surface is not being recorded");
    auto done = core.recorder->finish();
    core.recorder.reset();
    return done;
  });
}

namespace {

Result<void> check_picture(const Buffer& picture, Surface::Size size) {
  if (!picture) return fail(ErrorCode::invalid_handle, "the picture is an empty Buffer handle");
  if (picture.dtype() == DType::u8 && picture.shape() == Shape{size.height, size.width, 4})
    return {};
  return fail(ErrorCode::shape_mismatch,
              "the picture is {} {}; the surface's frame is u8 {{{}, {}, 4}}",
              to_string(picture.dtype()), to_string(picture.shape()), size.height, size.width);
}

}  // namespace

Result<void> Surface::set_pixels(const Buffer& picture) const {
  DALA_TRY(check_picture(picture, size()));
  Result<void> read;
  DALA_TRY(with_pixels([&](const Pixels& pixels) {
    read = picture.read_into(std::as_writable_bytes(pixels.rgba));
  }));
  return read;
}

Result<void> Surface::show(const Compute& compute, const Buffer& picture) const {
  if (state_ == nullptr) return empty_handle("Surface");
  return state_->core->call([&](Executor& executor) -> Result<void> {
    DALA_TRY(check_picture(picture, {executor.frames().width(), executor.frames().height()}));
    return executor.show_picture(compute, picture);
  });
}

Result<std::string> Surface::explain() const {
  if (state_ == nullptr) return empty_handle("Surface");
  std::string out;
  DALA_TRY(state_->core->call([&](Executor& executor) -> Result<void> {
    out = executor.explain();
    return {};
  }));
  return out;
}

Result<void> run_to_surface(const Compute& compute, std::string_view kernel,
                            const BufferList& inputs, const Surface& surface,
                            const Params& params) {
  if (surface.state_ == nullptr) return empty_handle("Surface");
  SurfaceCore& core = *surface.state_->core;
  return core.call([&](Executor& executor) -> Result<void> {
    surface::Frames& frames = executor.frames();
    surface::Canvas& canvas = frames.canvas();
    DALA_ASSIGN(const Buffer frame, surface::wrap_frame(compute, frames.back_memory(),
                                                        {frames.height(), frames.width(), 4}));
    // A kernel that fails may have changed pixels as well.
    canvas.damage = canvas.frame();
    DALA_TRY(surface::run_on_frame(compute, kernel, inputs, frame, params, frames.back_memory(),
                                   frames.bytes()));
    core.record_pixels();
    return {};
  });
}

Result<void> run_to_surface(const Compute& compute, std::string_view kernel,
                            const BufferList& inputs, const Buffer& output, const Surface& surface,
                            const Params& params) {
  DALA_TRY(check_picture(output, surface.size()));
  DALA_TRY(compute.run_kernel(kernel, inputs, output, params));
  return surface.set_pixels(output);
}

}  // namespace dala
