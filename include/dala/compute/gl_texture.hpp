// A texture of OpenGL (ES) that a Compute on the same GPU fills: the picture stays on the device.
//
//   auto shared = dala::GlTexture::share(compute, {.texture = id, .width = 640, .height = 480});
//   if (!shared) return shared.error();      // they have no memory in common; read the buffer then
//   if (auto done = shared->fill(picture); !done) return done.error();
//   ... draw with the texture ...
//
// Made, used and destroyed on a thread where the texture's context is current; the texture must be
// there as long. A surface does all of this by itself (Surface::show).
#pragma once

#include <cstdint>
#include <memory>

#include <dala/compute.hpp>

namespace dala {

class DALA_API GlTexture {
 public:
  struct Name {
    std::uint32_t texture = 0;  // GL_TEXTURE_2D of format GL_RGBA8
    std::uint32_t width = 0;
    std::uint32_t height = 0;
  };

  // `unsupported` with the reason where the device cannot: only CUDA can, with NVIDIA's OpenGL.
  [[nodiscard]] static Result<GlTexture> share(const Compute& compute, const Name& name);
  GlTexture(GlTexture&& other) noexcept;
  GlTexture& operator=(GlTexture&& other) noexcept;
  GlTexture(const GlTexture&) = delete;
  GlTexture& operator=(const GlTexture&) = delete;
  ~GlTexture();

  // All of it from a buffer of that Compute, u8 of {height, width, 4}, after the commands submitted
  // so far that write it. What is drawn afterwards sees it; nothing waits on the host.
  [[nodiscard]] Result<void> fill(const Buffer& picture) const;
  [[nodiscard]] bool is_of(const Compute& compute) const;

 private:
  struct State;
  explicit GlTexture(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace dala
