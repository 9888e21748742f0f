#include "backend/cuda/gl_texture.hpp"

#include "backend/cuda/cuda_memory.hpp"
#include "core/error.hpp"

namespace dala::backend::cuda {

namespace {

constexpr unsigned texture_2d = 0x0DE1;  // GL_TEXTURE_2D

// Not through Use::check: what the driver says about a context of OpenGL, "unknown" among it, says
// nothing about CUDA's.
std::unexpected<Error> not_shared(const Driver& driver, Status status, std::string_view doing) {
  return fail(ErrorCode::unsupported, "{} failed: {}", doing, describe_status(driver, status));
}

}  // namespace

Result<std::unique_ptr<SharedTexture>> GlTexture::make(std::shared_ptr<Session> session,
                                                       const GlTextureName& texture) {
  const Library& library = session->library();
  if (!library.graphics) return std::unexpected(library.graphics.error());
  std::unique_ptr<GlTexture> made(new GlTexture(std::move(session), texture));
  DALA_ASSIGN(const Use use, made->session_->use());
  const Status done = made->graphics().RegisterImage(&made->resource_, texture.texture, texture_2d,
                                                     graphics_write_discard);
  if (done != status::success) {
    made->resource_ = nullptr;
    return not_shared(use.driver(), done, "sharing a texture of OpenGL with CUDA");
  }
  made->generation_ = use.generation();
  return made;
}

GlTexture::~GlTexture() {
  if (resource_ == nullptr) return;
  if (const auto use = session_->use(); use && use->generation() == generation_)
    graphics().Unregister(resource_);
}

Result<void> GlTexture::fill(const Memory& from) {
  DALA_ASSIGN(const Use use, session_->use());
  if (generation_ != use.generation())
    return fail(ErrorCode::device_lost, "the texture was shared with a context that is lost");
  DALA_ASSIGN(const Pointer source, as_cuda(from).contents(use));
  // Mapping waits for what OpenGL does with the texture, and what it does after unmapping waits for
  // the copy: on the device, not here.
  if (const Status done = graphics().Map(1, &resource_, use.own_stream()); done != status::success)
    return not_shared(use.driver(), done, "mapping a texture of OpenGL");
  Result<void> copied = copy(use, source);
  const Status done = graphics().Unmap(1, &resource_, use.own_stream());
  if (copied && done != status::success)
    return not_shared(use.driver(), done, "giving a texture back to OpenGL");
  return copied;
}

Result<void> GlTexture::copy(const Use& use, Pointer from) const {
  ArrayHandle array = nullptr;
  if (const Status done = graphics().MappedArray(&array, resource_, 0, 0); done != status::success)
    return not_shared(use.driver(), done, "finding the memory of a texture");
  const std::size_t row = std::size_t{texture_.width} * 4;
  const Copy2D copy{.from = {.type = memory_device, .device = from, .pitch = row},
                    .to = {.type = memory_array, .array = array},
                    .width_bytes = row,
                    .height = texture_.height};
  return use.check(graphics().Memcpy2DAsync(&copy, use.own_stream()), "copying into a texture");
}

}  // namespace dala::backend::cuda
