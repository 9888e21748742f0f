#include "surface/gles/frame_texture.hpp"

#include <algorithm>
#include <cstring>

#include "core/error.hpp"

namespace dala::surface {

FrameTexture::~FrameTexture() { drop(); }

void FrameTexture::drop() {
  if (texture_ == 0) return;
  gl_.DeleteTextures(1, &texture_);
  gl_.DeleteBuffers(static_cast<GLsizei>(buffers_.size()), buffers_.data());
  texture_ = 0;
  width_ = height_ = 0;
}

Result<void> FrameTexture::resize(std::uint32_t width, std::uint32_t height) {
  GLint side = 0;
  gl_.GetIntegerv(GL_MAX_TEXTURE_SIZE, &side);
  if (std::max(width, height) > static_cast<std::uint32_t>(side))
    return fail(ErrorCode::unsupported, "a frame of {} x {}; this GPU's textures have at most {}",
                width, height, side);
  drop();
  gl_.GenTextures(1, &texture_);
  gl_.BindTexture(GL_TEXTURE_2D, texture_);
  gl_.TexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, static_cast<GLsizei>(width),
                   static_cast<GLsizei>(height));
  gl_.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  gl_.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  gl_.GenBuffers(static_cast<GLsizei>(buffers_.size()), buffers_.data());
  for (const GLuint buffer : buffers_) {
    gl_.BindBuffer(GL_PIXEL_UNPACK_BUFFER, buffer);
    gl_.BufferData(GL_PIXEL_UNPACK_BUFFER, static_cast<GLsizeiptr>(std::size_t{width} * height * 4),
                   nullptr, GL_STREAM_DRAW);
  }
  gl_.BindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
  width_ = width;
  height_ = height;
  return {};
}

Result<std::span<std::uint8_t>> FrameTexture::begin_upload(std::size_t bytes) {
  gl_.BindBuffer(GL_PIXEL_UNPACK_BUFFER, buffers_[turn_]);
  turn_ = 1 - turn_;
  auto* to = static_cast<std::uint8_t*>(
      gl_.MapBufferRange(GL_PIXEL_UNPACK_BUFFER, 0, static_cast<GLsizeiptr>(bytes),
                         GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT));
  if (to == nullptr) {
    gl_.BindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    return fail(ErrorCode::out_of_memory, "the OpenGL ES driver gives no memory for {} bytes",
                bytes);
  }
  return std::span(to, bytes);
}

void FrameTexture::end_upload(const FrameRect& part) {
  gl_.UnmapBuffer(GL_PIXEL_UNPACK_BUFFER);
  gl_.BindTexture(GL_TEXTURE_2D, texture_);
  gl_.TexSubImage2D(GL_TEXTURE_2D, 0, static_cast<GLint>(part.x), static_cast<GLint>(part.y),
                    static_cast<GLsizei>(part.w), static_cast<GLsizei>(part.h), GL_RGBA,
                    GL_UNSIGNED_BYTE, nullptr);
  gl_.BindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
}

Result<void> FrameTexture::upload_from(const Buffer& picture) {
  DALA_ASSIGN(const auto to, begin_upload(std::size_t{width_} * height_ * 4));
  auto read = picture.read_into(std::as_writable_bytes(to));
  end_upload(all());
  return read;
}

Result<void> FrameTexture::upload(std::span<const std::uint8_t> pixels, const FrameRect& part) {
  const std::size_t row = std::size_t{part.w} * 4;
  const std::size_t bytes = row * part.h;
  if (bytes == 0) return {};
  DALA_ASSIGN(const auto mapped, begin_upload(bytes));
  std::uint8_t* to = mapped.data();
  const std::size_t stride = std::size_t{width_} * 4;
  const std::uint8_t* from = pixels.data() + (part.y * stride) + (std::size_t{part.x} * 4);
  if (row == stride)
    std::memcpy(to, from, bytes);
  else
    for (std::size_t y = 0; y < part.h; ++y) std::memcpy(to + (y * row), from + (y * stride), row);
  end_upload(part);
  return {};
}

}  // namespace dala::surface
