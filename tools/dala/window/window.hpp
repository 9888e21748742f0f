// Windows for `dala show`. What makes them (SDL2, and with it fifty libraries) is in a library of
// its own, loaded when the first window is opened, so that no other command waits for it.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include <dala/surface/gles.hpp>

namespace dala::cli {

class Window : public GlesWindow {
 public:
  // Handles what happens to the window, for so long or until something did. On the thread that
  // opened it.
  struct Events {
    bool closed = false;
    bool changed = false;  // what it shows must be drawn again
  };
  [[nodiscard]] virtual Events wait(std::chrono::milliseconds time) = 0;
};

struct WindowOptions {
  std::string title;
  // Of what is to be shown; less where the screen is smaller.
  std::uint32_t width = 0;
  std::uint32_t height = 0;
};

// `unsupported` where this build has no windows or the machine no screen.
[[nodiscard]] Result<std::shared_ptr<Window>> open_window(const WindowOptions& options);

// What makes the windows: "SDL 2.26.5". `unsupported` where this build has none.
[[nodiscard]] Result<std::string> window_version();

// What the library has. Null with a reason when no window could be opened; the caller's to delete.
using OpenWindow = Window*(const WindowOptions& options, std::string& reason);
using WindowVersion = void(std::string& version);
inline constexpr const char* window_library = "libdala-window.so";
inline constexpr const char* open_window_name = "dala_open_window";
inline constexpr const char* window_version_name = "dala_window_version";

}  // namespace dala::cli
