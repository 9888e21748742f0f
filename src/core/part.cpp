#include "core/part.hpp"

#include <dlfcn.h>

#include <filesystem>

#include "core/error.hpp"

namespace dala {

namespace {

// Beside the file that holds this code, or in the lib folder beside its folder, or wherever the
// system finds libraries.
void* open_library(const char* file_name) {
  Dl_info here{};
  if (dladdr(reinterpret_cast<const void*>(&open_library), &here) != 0) {
    std::error_code ignored;
    const auto folder = std::filesystem::canonical(here.dli_fname, ignored).parent_path();
    for (const auto& path : {folder / file_name, folder / ".." / "lib" / file_name})
      if (void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) return library;
  }
  return dlopen(file_name, RTLD_NOW | RTLD_LOCAL);
}

}  // namespace

Result<void*> find_in_part(const char* file_name, const char* function, const char* what) {
  void* library = open_library(file_name);
  if (library == nullptr) {
    const char* reason = dlerror();
    return fail(ErrorCode::unsupported, "{} is not installed: {}", what,
                reason != nullptr ? reason : file_name);
  }
  void* found = dlsym(library, function);
  if (found == nullptr)
    return fail(ErrorCode::unsupported, "{} is not that of this library: {}", file_name, what);
  return found;
}

}  // namespace dala
