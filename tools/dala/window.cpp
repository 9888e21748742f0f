#include "window.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

namespace dala::cli {

Result<std::shared_ptr<Window>> open_window(const WindowOptions& options) {
  const auto fail = [](std::string message) {
    return std::unexpected(Error{ErrorCode::unsupported, std::move(message)});
  };
  // Never closed: drivers leave threads behind that run its code.
  void* library = dlopen(window_library, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr)
    return fail(fmt::format("this build has no windows, which need SDL2 ({})", dlerror()));
  auto* open = reinterpret_cast<OpenWindow*>(dlsym(library, open_window_name));
  if (open == nullptr) return fail(fmt::format("{} is of another version", window_library));
  std::string reason;
  std::shared_ptr<Window> window(open(options, reason));
  if (!window) return fail(fmt::format("no window could be opened: {}", reason));
  return window;
}

}  // namespace dala::cli
