// A picture of RGBA bytes as a texture.
#pragma once

#include <array>

#include <dala/compute/buffer.hpp>
#include <dala/surface/renderer.hpp>

#include "surface/gles/program.hpp"

namespace dala::surface {

class FrameTexture {
 public:
  explicit FrameTexture(const Gl& gl) : gl_(gl) {}
  FrameTexture(const FrameTexture&) = delete;
  FrameTexture& operator=(const FrameTexture&) = delete;
  ~FrameTexture();

  // What it held is gone. `unsupported` where the GPU has no textures of that size.
  [[nodiscard]] Result<void> resize(std::uint32_t width, std::uint32_t height);
  // A part of the picture, through buffers that take turns: the driver may still be reading the
  // one of the upload before.
  [[nodiscard]] Result<void> upload(std::span<const std::uint8_t> pixels, const FrameRect& part);
  // All of it, read from a buffer of that size straight into the driver's memory.
  [[nodiscard]] Result<void> upload_from(const Buffer& picture);

  [[nodiscard]] GLuint id() const { return texture_; }
  [[nodiscard]] std::uint32_t width() const { return width_; }
  [[nodiscard]] std::uint32_t height() const { return height_; }
  [[nodiscard]] FrameRect all() const { return {0, 0, width_, height_}; }

 private:
  void drop();
  // Binds and maps the next of the two buffers; `end_upload` copies it to the
  // texture.
  [[nodiscard]] Result<std::span<std::uint8_t>> begin_upload(std::size_t bytes);
  void end_upload(const FrameRect& part);

  const Gl& gl_;
  GLuint texture_ = 0;
  std::array<GLuint, 2> buffers_{};
  std::size_t turn_ = 0;
  std::uint32_t width_ = 0;
  std::uint32_t height_ = 0;
};

}  // namespace dala::surface
