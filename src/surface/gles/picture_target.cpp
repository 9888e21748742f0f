#include "surface/gles/picture_target.hpp"

#include "core/error.hpp"

namespace dala::surface {

PictureTarget::PictureTarget(const Gl& gl) : gl_(gl) { gl_.GenFramebuffers(1, &framebuffer_); }

PictureTarget::~PictureTarget() { gl_.DeleteFramebuffers(1, &framebuffer_); }

Result<void> PictureTarget::bind(const FrameTexture& texture) const {
  gl_.BindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
  gl_.FramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture.id(), 0);
  const GLenum status = gl_.CheckFramebufferStatus(GL_FRAMEBUFFER);
  if (status != GL_FRAMEBUFFER_COMPLETE)
    return fail(ErrorCode::internal, "OpenGL ES cannot draw on a texture (status 0x{:x})", status);
  return {};
}

void read_pixels(const Gl& gl, std::uint32_t width, std::uint32_t height,
                 std::span<std::uint8_t> to) {
  gl.ReadPixels(0, 0, static_cast<GLsizei>(width), static_cast<GLsizei>(height), GL_RGBA,
                GL_UNSIGNED_BYTE, to.data());
}

}  // namespace dala::surface
