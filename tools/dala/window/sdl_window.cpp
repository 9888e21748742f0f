// Windows through SDL2. Events are handled by the thread that opened the window; the context is
// used by the surface's render thread.
#include <SDL.h>

#include <atomic>
#include <string_view>

#include "window/window.hpp"

namespace dala::cli {
namespace {

std::string sdl_error(const char* what) { return std::string(what) + ": " + SDL_GetError(); }

class SdlWindow final : public Window {
 public:
  ~SdlWindow() override {
    if (context_ != nullptr) SDL_GL_DeleteContext(context_);
    if (window_ != nullptr) SDL_DestroyWindow(window_);
    SDL_QuitSubSystem(SDL_INIT_VIDEO);
  }

  // Empty, or what went wrong.
  [[nodiscard]] std::string open(const WindowOptions& options) {
    // GLX is the default there, and OpenGL ES belongs to EGL.
    SDL_SetHint(SDL_HINT_VIDEO_X11_FORCE_EGL, "1");
    if (SDL_InitSubSystem(SDL_INIT_VIDEO) != 0) return sdl_error("no screen");
    // Without one SDL takes a driver that draws for nobody, which only helps those who named it.
    const std::string_view driver = SDL_GetCurrentVideoDriver();
    const char* chosen = SDL_getenv("SDL_VIDEODRIVER");
    if ((driver == "offscreen" || driver == "dummy" || driver == "evdev") &&
        (chosen == nullptr || *chosen == '\0'))
      return "no screen: neither DISPLAY nor WAYLAND_DISPLAY leads to one";
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_ES);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 1);
    SDL_GL_SetAttribute(SDL_GL_DEPTH_SIZE, 0);
    const SDL_Point size = fitted(options);
    window_ = SDL_CreateWindow(options.title.c_str(), SDL_WINDOWPOS_CENTERED,
                               SDL_WINDOWPOS_CENTERED, size.x, size.y,
                               SDL_WINDOW_OPENGL | SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
    if (window_ == nullptr) return sdl_error("SDL_CreateWindow");
    context_ = SDL_GL_CreateContext(window_);
    if (context_ == nullptr) return sdl_error("OpenGL ES 3.1");
    release();
    note_size();
    return {};
  }

  Result<void> make_current() override {
    if (SDL_GL_MakeCurrent(window_, context_) == 0) return {};
    return std::unexpected(Error{ErrorCode::unsupported, sdl_error("SDL_GL_MakeCurrent")});
  }
  void release() override { SDL_GL_MakeCurrent(window_, nullptr); }
  [[nodiscard]] Size size() const override {
    const std::uint64_t both = size_.load(std::memory_order_relaxed);
    return {static_cast<std::uint32_t>(both >> 32), static_cast<std::uint32_t>(both)};
  }
  Result<void> swap() override {
    SDL_GL_SwapWindow(window_);
    return {};
  }

  Events wait(std::chrono::milliseconds time) override {
    Events events;
    SDL_Event event;
    if (SDL_WaitEventTimeout(&event, static_cast<int>(time.count())) == 0) return events;
    do {
      const bool escape = event.type == SDL_KEYDOWN && event.key.keysym.sym == SDLK_ESCAPE;
      events.closed = events.closed || event.type == SDL_QUIT || escape;
      events.changed = events.changed || (event.type == SDL_WINDOWEVENT &&
                                          (event.window.event == SDL_WINDOWEVENT_EXPOSED ||
                                           event.window.event == SDL_WINDOWEVENT_SIZE_CHANGED));
    } while (SDL_PollEvent(&event) != 0);
    if (events.changed) note_size();
    return events;
  }

 private:
  // As large as the screen allows, in proportion.
  static SDL_Point fitted(const WindowOptions& options) {
    SDL_Rect screen;
    double scale = 1.0;
    if (SDL_GetDisplayUsableBounds(0, &screen) == 0)
      scale = std::min(
          {1.0, double{1} * screen.w / options.width, double{1} * screen.h / options.height});
    return {std::max(1, static_cast<int>(options.width * scale)),
            std::max(1, static_cast<int>(options.height * scale))};
  }

  // The render thread asks for it while this one handles events.
  void note_size() {
    int width = 0;
    int height = 0;
    SDL_GL_GetDrawableSize(window_, &width, &height);
    size_.store((static_cast<std::uint64_t>(width) << 32) | static_cast<std::uint32_t>(height),
                std::memory_order_relaxed);
  }

  SDL_Window* window_ = nullptr;
  SDL_GLContext context_ = nullptr;
  std::atomic<std::uint64_t> size_{0};
};

}  // namespace
}  // namespace dala::cli

extern "C" __attribute__((visibility("default"))) dala::cli::Window* dala_open_window(
    const dala::cli::WindowOptions& options, std::string& reason) {
  auto window = std::make_unique<dala::cli::SdlWindow>();
  reason = window->open(options);
  return reason.empty() ? window.release() : nullptr;
}

extern "C" __attribute__((visibility("default"))) void dala_window_version(std::string& version) {
  SDL_version linked;
  SDL_GetVersion(&linked);
  version = "SDL " + std::to_string(linked.major) + "." + std::to_string(linked.minor) + "." +
            std::to_string(linked.patch);
}
