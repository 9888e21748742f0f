#include "core/process/optional_library.hpp"

#include <dlfcn.h>

#include <filesystem>
#include <string>

#include "core/error.hpp"
#include "core/text/log.hpp"

namespace dala {

namespace {

struct Opened {
  void* library = nullptr;
  std::string reason = {};  // why there is none
  bool is_there = false;    // the file exists but cannot be loaded
};

std::string last_reason() {
  const char* reason = dlerror();
  return reason != nullptr ? reason : "the system gives no reason";
}

// Searched in this order: the folder of the file that holds this code, the lib folder next to that
// folder, the system's library path. If a file that exists cannot be loaded, the search ends there,
// because the message of a later attempt would hide the reason.
Opened open_library(const char* file_name) {
  Dl_info here{};
  std::error_code ignored;
  std::filesystem::path folder;
  if (dladdr(reinterpret_cast<const void*>(&open_library), &here) != 0)
    folder = std::filesystem::canonical(here.dli_fname, ignored).parent_path();
  if (!folder.empty())
    for (const auto& path : {folder / file_name, folder.parent_path() / "lib" / file_name}) {
      if (!std::filesystem::exists(path, ignored)) continue;
      if (void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) return {.library = library};
      return {.reason = last_reason(), .is_there = true};
    }
  if (void* library = dlopen(file_name, RTLD_NOW | RTLD_LOCAL)) return {.library = library};
  std::string reason = last_reason();
  // The loader's message begins with the requested name only where it found no such file.
  if (!reason.starts_with(std::string(file_name) + ": "))
    return {.reason = std::move(reason), .is_there = true};
  return {.reason = format("there is no {} in {}, in lib beside it, or where the system looks",
                           file_name, folder.string())};
}

}  // namespace

Result<void*> find_in_part(const char* file_name, const char* function, const char* what) {
  const Opened opened = open_library(file_name);
  if (opened.library == nullptr) {
    if (!opened.is_there)
      return fail(ErrorCode::unsupported, "{} is not installed: {}", what, opened.reason);
    return unusable_part(
        fail(ErrorCode::unsupported, "{} cannot be loaded: {}", what, opened.reason).error());
  }
  void* found = dlsym(opened.library, function);
  if (found == nullptr)
    return unusable_part(
        fail(ErrorCode::unsupported, "{} is not that of this library: {}", file_name, what)
            .error());
  return found;
}

std::unexpected<Error> unusable_part(Error error) {
  log_line(error.message);
  return std::unexpected(std::move(error));
}

}  // namespace dala
