// Finds and loads libdala-jit.so.
#include <dlfcn.h>

#include <array>
#include <filesystem>
#include <string>

#include "core/error.hpp"
#include "kernel/native/jit.hpp"

namespace dala::kernel::jit {

namespace {

constexpr const char* file_name = "libdala-jit.so";

using Create = Compiler* (*)(std::uint32_t version, Error* error);

// Beside the file that holds this code, or in the lib folder beside its folder, or wherever the
// system finds libraries.
void* open_library() {
  Dl_info here{};
  if (dladdr(reinterpret_cast<const void*>(&open_library), &here) != 0) {
    std::error_code ignored;
    const auto folder = std::filesystem::canonical(here.dli_fname, ignored).parent_path();
    for (const auto& path : {folder / file_name, folder / ".." / "lib" / file_name})
      if (void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) return library;
  }
  return dlopen(file_name, RTLD_NOW | RTLD_LOCAL);
}

Result<Compiler*> load() {
  void* library = open_library();
  if (library == nullptr) {
    const char* reason = dlerror();
    return fail(ErrorCode::unsupported, "the JIT is not installed: {}",
                reason != nullptr ? reason : file_name);
  }
  const auto create = reinterpret_cast<Create>(dlsym(library, "dala_jit_compiler"));
  if (create == nullptr)
    return fail(ErrorCode::unsupported, "{} is not the JIT of this library", file_name);
  Error error;
  if (Compiler* made = create(interface_version, &error)) return made;
  return std::unexpected(std::move(error));
}

}  // namespace

Result<Compiler*> compiler() {
  static const Result<Compiler*> loaded = load();
  return loaded;
}

}  // namespace dala::kernel::jit
