// The calls that queue commands.
#include <dala/surface.hpp>

#include <array>

#include "core/error.hpp"
#include "core/handle.hpp"
#include "surface/state.hpp"

namespace dala {

Result<Surface> Surface::create(std::uint32_t width, std::uint32_t height,
                                const SurfaceOptions& options) {
  auto core = std::make_shared<SurfaceCore>(options);
  auto state = std::make_shared<State>(core);
  std::promise<Result<void>> started;
  auto outcome = started.get_future();
  auto work = [core, width, height, started = std::move(started)]() mutable {
    core->work(width, height, started);
  };
  DALA_ASSIGN(state->thread, Thread::start("the surface", std::move(work)));
  DALA_TRY(outcome.get());
  return Surface(std::move(state));
}

void Surface::destroy() const {
  if (state_ == nullptr) return;
  state_->destroy();
}

template <draw::Command Struct>
Result<Sequence> Surface::send(const Struct& command) const {
  if (state_ == nullptr) return empty_handle("Surface");
  // Kept, so that encoding allocates nothing.
  thread_local std::vector<std::byte> head;
  head.clear();
  CommandBytes tail;
  if constexpr (requires { command.pixels; }) {
    encode_to(head, command, Tail::skip);
    tail = command.pixels.bytes;
    const std::uint64_t needed = std::uint64_t{command.w} * command.h * 4;
    const std::uint32_t side = state_->core->options.limits.side;
    if (command.w == 0 || command.h == 0 || command.w > side || command.h > side)
      return fail(ErrorCode::invalid_argument, "{} has the size {} x {}; each side is from 1 to {}",
                  Struct::title, command.w, command.h, side);
    if (tail.size() != needed)
      return fail(ErrorCode::wrong_length, "{} has {} bytes of pixels; {} x {} pixels have {}",
                  Struct::title, tail.size(), command.w, command.h, needed);
  } else {
    encode_to(head, command);
    DALA_TRY(check_message(head, state_->core->options.limits));
  }
  return state_->core->queue.push(std::array<CommandBytes, 2>{head, tail});
}

Result<Sequence> Surface::submit(CommandBytes message) const {
  if (state_ == nullptr) return empty_handle("Surface");
  DALA_TRY(check_message(message, state_->core->options.limits));
  return state_->core->queue.push(std::array{message});
}

Result<Sequence> Surface::batch(const Commands& commands) const { return send(commands.batch()); }

Result<Sequence> Surface::batch(std::span<const std::vector<std::byte>> commands) const {
  Commands all;
  for (const std::vector<std::byte>& command : commands) all.add_encoded(command);
  return batch(all);
}

Result<Sequence> Surface::clear(Rgba color) const { return send(draw::Clear{color}); }

Result<Sequence> Surface::fill_rect(std::int32_t x, std::int32_t y, std::uint32_t w,
                                    std::uint32_t h, Rgba color) const {
  return send(draw::FillRect{x, y, w, h, color});
}

Result<Sequence> Surface::draw_line(std::int32_t x1, std::int32_t y1, std::int32_t x2,
                                    std::int32_t y2, Rgba color) const {
  return send(draw::DrawLine{x1, y1, x2, y2, color});
}

Result<Sequence> Surface::draw_circle(std::int32_t cx, std::int32_t cy, std::uint32_t radius,
                                      Rgba color) const {
  return send(draw::DrawCircle{cx, cy, radius, color});
}

Result<Sequence> Surface::fill_circle(std::int32_t cx, std::int32_t cy, std::uint32_t radius,
                                      Rgba color) const {
  return send(draw::FillCircle{cx, cy, radius, color});
}

Result<Sequence> Surface::draw_triangle(std::int32_t x1, std::int32_t y1, std::int32_t x2,
                                        std::int32_t y2, std::int32_t x3, std::int32_t y3,
                                        Rgba color) const {
  return send(draw::DrawTriangle{x1, y1, x2, y2, x3, y3, color});
}

Result<Sequence> Surface::fill_triangle(std::int32_t x1, std::int32_t y1, std::int32_t x2,
                                        std::int32_t y2, std::int32_t x3, std::int32_t y3,
                                        Rgba color) const {
  return send(draw::FillTriangle{x1, y1, x2, y2, x3, y3, color});
}

Result<Sequence> Surface::draw_round_rect(std::int32_t x, std::int32_t y, std::uint32_t w,
                                          std::uint32_t h, std::uint32_t radius, Rgba color) const {
  return send(draw::DrawRoundRect{x, y, w, h, radius, color});
}

Result<Sequence> Surface::fill_round_rect(std::int32_t x, std::int32_t y, std::uint32_t w,
                                          std::uint32_t h, std::uint32_t radius, Rgba color) const {
  return send(draw::FillRoundRect{x, y, w, h, radius, color});
}

Result<Sequence> Surface::set_clip(std::int32_t x, std::int32_t y, std::uint32_t w, std::uint32_t h,
                                   bool enabled) const {
  return send(draw::SetClip{x, y, w, h, enabled});
}

Result<Sequence> Surface::reset_clip() const { return send(draw::ResetClip{}); }

Result<Sequence> Surface::present() const { return send(draw::Present{}); }

Result<Sequence> Surface::resize(std::uint32_t width, std::uint32_t height) const {
  return send(draw::Resize{width, height});
}

Result<Sequence> Surface::load_sprite(std::uint64_t id, const ImageView& image) const {
  return send(draw::LoadSprite{id, image.width, image.height, image.rgba});
}

Result<Sequence> Surface::blit(std::uint64_t sprite_id, std::int32_t x, std::int32_t y) const {
  return send(draw::Blit{sprite_id, x, y});
}

Result<Sequence> Surface::remove_sprite(std::uint64_t id) const {
  return send(draw::RemoveSprite{id});
}

Result<Sequence> Surface::load_image(std::uint64_t id, const ImageView& image) const {
  return send(draw::LoadImage{id, image.width, image.height, image.rgba});
}

Result<Sequence> Surface::draw_image(std::uint64_t image_id, std::int32_t x, std::int32_t y,
                                     std::uint32_t w, std::uint32_t h) const {
  return send(draw::ImageBlit{image_id, x, y, w, h});
}

Result<Sequence> Surface::remove_image(std::uint64_t id) const {
  return send(draw::RemoveImage{id});
}

Result<Sequence> Surface::dispatch_compute(std::string_view shader,
                                           std::span<const std::byte> params,
                                           const WorkGroups& groups) const {
  return send(draw::DispatchCompute{shader, params, groups.x, groups.y, groups.z});
}

Result<Sequence> Surface::load_shader(std::string_view name, std::string_view source) const {
  return send(draw::LoadShader{name, source});
}

Result<Sequence> Surface::set_uniform(std::string_view name,
                                      std::span<const std::byte> data) const {
  return send(draw::SetUniform{name, data});
}

bool Surface::supports_compute() const {
  if (state_ == nullptr) return {};
  return state_->core->options.allow_compute;
}

}  // namespace dala
