// A texture drawn over all of a target, as one quad.
#pragma once

#include "surface/gles/frame_texture.hpp"

namespace dala::surface {

class Quad {
 public:
  // In a picture the first row is the first of the frame, and pixels are copied. A window has its
  // first row at the bottom, and is opaque: frames are over black there.
  enum class Target { picture, window };

  [[nodiscard]] static Result<Quad> create(const Gl& gl, Target target);

  // Into the framebuffer that is bound, of this size: scaled to fit, in proportion.
  void draw(const FrameTexture& frame, std::uint32_t width, std::uint32_t height) const;

 private:
  Quad(const Gl& gl, GlProgram program) : gl_(&gl), program_(std::move(program)) {}

  const Gl* gl_;
  GlProgram program_;
};

}  // namespace dala::surface
