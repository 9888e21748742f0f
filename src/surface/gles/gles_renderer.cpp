#include "surface/gles/gles_renderer.hpp"

#include <algorithm>

#include "core/error.hpp"

namespace dala::surface {

Result<void> GlesRenderer::start() {
  if (options_.window) DALA_TRY(options_.window->make_current());
  auto ready = set_up();
  if (!ready) finish();
  return ready;
}

Result<void> GlesRenderer::set_up() {
  DALA_ASSIGN(context_, options_.window ? Context::adopt() : Context::create());
  DALA_ASSIGN(Quad quad, Quad::create(context_->gl(), options_.window ? Quad::Target::window
                                                                      : Quad::Target::picture));
  scene_.emplace(context_->gl(), std::move(quad));
  return check(*context_);
}

Result<void> GlesRenderer::resize(std::uint32_t width, std::uint32_t height) {
  scene_->complete = false;
  scene_->pictures.forget();
  DALA_TRY(scene_->frame.resize(width, height));
  if (!options_.window) DALA_TRY(scene_->picture.resize(width, height));
  return check(*context_);
}

Result<GlesWindow::Size> GlesRenderer::bind_target() {
  if (options_.window) {
    context_->gl().BindFramebuffer(GL_FRAMEBUFFER, 0);
    return options_.window->size();
  }
  DALA_TRY(scene_->target.bind(scene_->picture));
  return GlesWindow::Size{scene_->picture.width(), scene_->picture.height()};
}

Result<void> GlesRenderer::present(const FrameView& frame) {
  // After a frame that failed the texture may lack more than what this one changed.
  const FrameRect part = scene_->complete ? frame.damage : scene_->frame.all();
  scene_->complete = false;
  DALA_TRY(scene_->frame.upload(frame.pixels, part));
  DALA_TRY(draw(frame.number, frame.damage));
  scene_->complete = true;
  return {};
}

Result<void> GlesRenderer::present_picture(const PictureView& picture) {
  scene_->complete = false;
  DALA_TRY(scene_->pictures.fill(scene_->frame, picture));
  return draw(picture.number, scene_->frame.all());
}

std::string GlesRenderer::explain_pictures() const { return scene_->pictures.explain(); }

Result<void> GlesRenderer::draw(std::uint64_t number, const FrameRect& damage) {
  DALA_ASSIGN(const GlesWindow::Size size, bind_target());
  scene_->quad.draw(scene_->frame, size.width, size.height);
  if (options_.on_drawn) read_back(number, damage, size);
  if (options_.window)
    DALA_TRY(options_.window->swap());
  else
    context_->gl().Flush();
  return check(*context_);
}

void GlesRenderer::read_back(std::uint64_t number, const FrameRect& damage,
                             const GlesWindow::Size& size) {
  const std::size_t row = std::size_t{size.width} * 4;
  drawn_.resize(row * size.height);
  read_pixels(context_->gl(), size.width, size.height, drawn_);
  if (options_.window)
    for (std::size_t y = 0; y < size.height / 2; ++y)
      std::swap_ranges(drawn_.begin() + static_cast<std::ptrdiff_t>(y * row),
                       drawn_.begin() + static_cast<std::ptrdiff_t>((y + 1) * row),
                       drawn_.begin() + static_cast<std::ptrdiff_t>((size.height - 1 - y) * row));
  options_.on_drawn({size.width, size.height, drawn_, number, damage});
}

void GlesRenderer::finish() {
  scene_.reset();
  context_.reset();
  if (options_.window) options_.window->release();
}

Result<std::uint64_t> GlesRenderer::make_shader(std::string_view source) {
  DALA_ASSIGN(ComputeShader shader, ComputeShader::create(context_->gl(), source));
  DALA_TRY(check(*context_));
  const std::uint64_t id = scene_->next_shader++;
  scene_->shaders.emplace(id, std::move(shader));
  return id;
}

void GlesRenderer::drop_shader(std::uint64_t shader) { scene_->shaders.erase(shader); }

Result<void> GlesRenderer::run_shader(const ShaderRun& run) {
  return scene_->shaders.at(run.shader).run(*context_, scene_->bench, run);
}

}  // namespace dala::surface
