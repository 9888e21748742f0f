// A renderer on OpenGL ES 3.1: each frame becomes a texture, drawn as one quad into a window, or
// into a target of the frame's size where there is none.
//
//   const auto renderer = dala::make_gles_renderer();
//   if (!renderer) return renderer.error();                 // this build has no OpenGL ES
//   auto surface = dala::Surface::create(640, 480, {.renderer = *renderer});
//   if (!surface) return surface.error();                   // this machine has none
//
// Only what changed is uploaded, through two buffers that take turns, so that drawing the next
// frame need not wait for the one before. A surface with this renderer also runs compute shaders
// written in GLSL ES; docs/surface.md says what they are given.
//
// After a reset of the GPU frames and shaders fail with `device_lost`; make another surface then.
#pragma once

#include <functional>
#include <memory>

#include <dala/surface/renderer.hpp>

namespace dala {

// A window with an OpenGL ES 3.1 context of EGL that somebody else made: SDL2, GLFW, Android. All
// members are called on the surface's render thread, while other threads may handle its events.
class DALA_API GlesWindow {
 public:
  struct Size {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
  };

  GlesWindow() = default;
  GlesWindow(const GlesWindow&) = delete;
  GlesWindow& operator=(const GlesWindow&) = delete;
  virtual ~GlesWindow() = default;

  // The context becomes this thread's, until `release`.
  [[nodiscard]] virtual Result<void> make_current() = 0;
  virtual void release() = 0;
  // Of what can be drawn on, in pixels, now.
  [[nodiscard]] virtual Size size() const = 0;
  // Shows what was drawn.
  [[nodiscard]] virtual Result<void> swap() = 0;
};

struct GlesRendererOptions {
  // Frames are scaled to fit, with their sides in proportion, over black. None: no window is
  // needed, and the target has exactly the frame's pixels.
  std::shared_ptr<GlesWindow> window = {};
  // Gets what was drawn for each frame, read back, rows from the top; for tests and screenshots.
  // Reading waits for the GPU.
  std::function<void(const FrameView&)> on_drawn = {};
};

// `unsupported` where this build has no OpenGL ES.
[[nodiscard]] DALA_API Result<std::shared_ptr<Renderer>> make_gles_renderer(
    const GlesRendererOptions& options = {});

}  // namespace dala
