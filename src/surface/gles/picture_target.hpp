// A texture to draw on and to read from, where there is no window.
#pragma once

#include "surface/gles/frame_texture.hpp"

namespace dala::surface {

class PictureTarget {
 public:
  explicit PictureTarget(const Gl& gl);
  PictureTarget(const PictureTarget&) = delete;
  PictureTarget& operator=(const PictureTarget&) = delete;
  ~PictureTarget();

  // Drawing goes to this texture from now on, and reading comes from it.
  [[nodiscard]] Result<void> bind(const FrameTexture& texture) const;

 private:
  const Gl& gl_;
  GLuint framebuffer_ = 0;
};

// What the bound framebuffer holds, from its first row: width * height * 4 bytes.
void read_pixels(const Gl& gl, std::uint32_t width, std::uint32_t height,
                 std::span<std::uint8_t> to);

}  // namespace dala::surface
