#include "surface/executor.hpp"

#include "core/error.hpp"

namespace dala::surface {

namespace {

FrameRect frame_rect(const Rect& rect) {
  if (rect.empty()) return {};
  return {static_cast<std::uint32_t>(rect.x0), static_cast<std::uint32_t>(rect.y0),
          static_cast<std::uint32_t>(rect.width()), static_cast<std::uint32_t>(rect.height())};
}

}  // namespace

Result<std::unique_ptr<Executor>> Executor::create(std::uint32_t width, std::uint32_t height,
                                                   const SurfaceOptions& options,
                                                   std::shared_ptr<Renderer> renderer) {
  const std::uint32_t side = options.limits.side;
  if (width == 0 || height == 0 || width > side || height > side)
    return fail(ErrorCode::invalid_argument,
                "a surface of {} x {} pixels was asked for; each side is from 1 to {}", width,
                height, side);
  auto budget = std::make_unique<MemoryBudget>(options.memory_limit);
  DALA_ASSIGN(Frames frames, Frames::create(*budget, width, height));
  return std::unique_ptr<Executor>(
      new Executor(options, std::move(renderer), std::move(budget), std::move(frames)));
}

Executor::Executor(const SurfaceOptions& options, std::shared_ptr<Renderer> renderer,
                   std::unique_ptr<MemoryBudget> budget, Frames frames)
    : options_(options),
      renderer_(std::move(renderer)),
      budget_(std::move(budget)),
      frames_(std::move(frames)),
      atlas_(*budget_),
      images_(*budget_),
      compute_(options.compute, options.allow_compute, *renderer_, *budget_) {}

void Executor::for_each_held(const std::function<void(CommandBytes)>& visit) const {
  const auto one = [&](const auto& command) { visit(encode(command)); };
  atlas_.for_each(one);
  images_.for_each(one);
  compute_.for_each(one);
  one(clip_);
}

// --- shapes ---

void Executor::gather(const Figure& figure) {
  if (bands_.is_full()) paint_gathered();
  bands_.add(figure, frames_.clip());
}

void Executor::paint_gathered() {
  if (bands_.is_empty()) return;
  bands_.paint(bands_.replaces() ? frames_.blank_canvas() : frames_.canvas(), scratch_);
}

Result<void> Executor::carry_out(const draw::Clear& command) {
  bands_.clear(command.color);
  return {};
}

// --- clip ---

void Executor::apply_clip() {
  frames_.set_clip(clip_.enabled ? rect_at(clip_.x, clip_.y, clip_.w, clip_.h)
                                 : Rect{0, 0, frames_.width(), frames_.height()});
}

Result<void> Executor::carry_out(const draw::SetClip& command) {
  clip_ = command;
  apply_clip();
  return {};
}

Result<void> Executor::carry_out(const draw::ResetClip& /*command*/) {
  clip_ = {};
  apply_clip();
  return {};
}

// --- sprites and images ---

Result<void> Executor::carry_out(const draw::Blit& command) {
  DALA_ASSIGN(const PlacedSprite sprite, atlas_.place(command));
  gather(sprite);
  return {};
}
Result<void> Executor::carry_out(const draw::LoadSprite& command) { return atlas_.load(command); }
Result<void> Executor::carry_out(const draw::RemoveSprite& command) {
  return atlas_.remove(command.id);
}
Result<void> Executor::carry_out(const draw::ImageBlit& command) {
  return images_.draw(frames_.canvas(), command);
}
Result<void> Executor::carry_out(const draw::LoadImage& command) { return images_.load(command); }
Result<void> Executor::carry_out(const draw::RemoveImage& command) {
  return images_.remove(command.id);
}

// --- kernels ---

Result<void> Executor::carry_out(const draw::DispatchCompute& command) {
  return compute_.dispatch(command, frames_);
}
Result<void> Executor::carry_out(const draw::LoadShader& command) {
  return compute_.load_shader(command);
}
Result<void> Executor::carry_out(const draw::SetUniform& command) {
  return compute_.set_uniform(command);
}

// --- frames ---

Result<void> Executor::carry_out(const draw::Present& /*command*/) {
  const Rect damage = frames_.swap();
  ++frames_presented_;
  shown_.reset();
  return show(damage);
}

Result<void> Executor::present_again() {
  if (frames_presented_ == 0)
    return fail(ErrorCode::invalid_argument,
                "no frame was presented yet that could be shown again");
  return shown_ ? show_picture() : show({});
}

Result<void> Executor::show_picture(const Compute& compute, const Buffer& picture) {
  ++frames_presented_;
  if (!shown_ || shown_->compute.runtime() != compute.runtime() || shown_->picture != picture)
    shown_.emplace(compute, picture);
  return show_picture();
}

Result<void> Executor::show_picture() {
  DALA_TRY(fit_renderer());
  frame_is_gone_ = true;
  return renderer_->present_picture({shown_->compute, shown_->picture, frames_presented_});
}

std::string Executor::explain() const {
  return format("renderer {}; {}", renderer_->name(), renderer_->explain_pictures());
}

Result<void> Executor::fit_renderer() {
  if (renderer_width_ != frames_.width() || renderer_height_ != frames_.height()) {
    DALA_TRY(renderer_->resize(frames_.width(), frames_.height()));
    renderer_width_ = frames_.width();
    renderer_height_ = frames_.height();
  }
  return {};
}

Result<void> Executor::show(const Rect& damage) {
  DALA_TRY(fit_renderer());
  const Rect changed = frame_is_gone_ ? Rect{0, 0, frames_.width(), frames_.height()} : damage;
  const std::span<const std::uint32_t> pixels = frames_.front();
  DALA_TRY(renderer_->present(
      {frames_.width(),
       frames_.height(),
       {reinterpret_cast<const std::uint8_t*>(pixels.data()), pixels.size_bytes()},
       frames_presented_,
       frame_rect(changed)}));
  frame_is_gone_ = false;
  return {};
}

Result<void> Executor::carry_out(const draw::Resize& command) {
  DALA_TRY(frames_.resize(command.width, command.height));
  compute_.forget_frames();
  shown_.reset();
  apply_clip();
  return {};
}

Result<void> Executor::carry_out(const draw::ReadPixels& command) {
  if (!options_.on_pixels)
    return fail(ErrorCode::unsupported,
                "nobody listens for pixels; set on_pixels in SurfaceOptions, or call read_pixels");
  const Rect rect = intersect(rect_at(command.x, command.y, command.w, command.h),
                              {0, 0, frames_.width(), frames_.height()});
  read_.clear();
  append_pixels(frames_, rect, read_);
  options_.on_pixels({sequence_, frame_rect(rect), read_});
  return {};
}

void append_pixels(Frames& frames, const Rect& rect, std::vector<std::uint8_t>& out) {
  const Canvas& canvas = frames.canvas();
  if (rect.empty()) return;
  for (std::int64_t y = rect.y0; y < rect.y1; ++y) {
    const auto* row = reinterpret_cast<const std::uint8_t*>(canvas.row(y) + rect.x0);
    out.insert(out.end(), row, row + (4 * rect.width()));
  }
}

}  // namespace dala::surface
