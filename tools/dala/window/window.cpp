#include "window/window.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

namespace dala::cli {

namespace {

std::unexpected<Error> fail(std::string message) {
  return std::unexpected(Error{ErrorCode::unsupported, std::move(message)});
}

template <typename Function>
Result<Function*> find_function(const char* name) {
  // Never closed: drivers leave threads behind that run its code.
  void* library = dlopen(window_library, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr)
    return fail(fmt::format("this build has no windows, which need SDL2 ({})", dlerror()));
  auto* found = reinterpret_cast<Function*>(dlsym(library, name));
  if (found == nullptr) return fail(fmt::format("{} is of another version", window_library));
  return found;
}

}  // namespace

Result<std::shared_ptr<Window>> open_window(const WindowOptions& options) {
  const auto open = find_function<OpenWindow>(open_window_name);
  if (!open) return std::unexpected(open.error());
  std::string reason;
  std::shared_ptr<Window> window((*open)(options, reason));
  if (!window) return fail(fmt::format("no window could be opened: {}", reason));
  return window;
}

Result<std::string> window_version() {
  const auto write_version = find_function<WindowVersion>(window_version_name);
  if (!write_version) return std::unexpected(write_version.error());
  std::string version;
  (*write_version)(version);
  return version;
}

}  // namespace dala::cli
