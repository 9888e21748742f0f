#include "backend/cuda/driver/library.hpp"

#include <dlfcn.h>

#include <span>

#include "core/error.hpp"
#include "core/forever.hpp"

namespace dala::backend::cuda {

namespace {

// Where the CUDA toolkit installs its libraries; the loader may not look there by itself.
constexpr const char* toolkit_folder = "/usr/local/cuda/lib64/";

// Never closed: drivers leave threads behind that run its code.
Result<void*> open_first(std::span<const char* const> names) {
  std::string reasons;
  for (const std::string folder : {"", toolkit_folder})
    for (const char* name : names) {
      const std::string path = folder + name;
      if (void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL); library != nullptr)
        return library;
      if (folder.empty()) reasons += format("{}{}", reasons.empty() ? "" : "; ", dlerror());
    }
  return fail(ErrorCode::unsupported, "{} was not found ({})", names[0], reasons);
}

template <typename Function>
void find(void* library, const char* name, Function& out, std::string& missing) {
  out = reinterpret_cast<Function>(dlsym(library, name));
  if (out == nullptr) missing += std::string(" ") + name;
}

std::unexpected<Error> lacks(const char* library, const std::string& functions) {
  return fail(ErrorCode::unsupported, "{} is too old: it lacks{}", library, functions);
}

Result<Driver> load_driver(const LibraryNames& names) {
  DALA_ASSIGN(void* library, open_first(names.driver));
  Driver driver;
  std::string missing;
#define X(name, symbol, arguments) find(library, #symbol, driver.name, missing);
#include "backend/cuda/driver/driver_functions.inc"
#undef X
  if (!missing.empty()) return lacks(names.driver[0], missing);
  return driver;
}

Result<Blas> load_blas(const LibraryNames& names) {
  DALA_ASSIGN(void* library, open_first(names.blas));
  Blas blas;
  std::string missing;
#define X(name, symbol, arguments) find(library, #symbol, blas.name, missing);
#include "backend/cuda/driver/blas_functions.inc"
#undef X
  if (!missing.empty()) return lacks(names.blas[0], missing);
  return blas;
}

Result<Graphics> load_graphics(const LibraryNames& names) {
  DALA_ASSIGN(void* library, open_first(names.driver));
  Graphics graphics;
  std::string missing;
#define X(name, symbol, arguments) find(library, #symbol, graphics.name, missing);
#include "backend/cuda/driver/graphics_functions.inc"
#undef X
  if (!missing.empty()) return lacks(names.driver[0], missing);
  return graphics;
}

}  // namespace

Result<Compiler> load_compiler(const LibraryNames& names) {
  DALA_ASSIGN(void* library, open_first(names.compiler));
  Compiler compiler;
  std::string missing;
#define X(name, symbol, arguments) find(library, #symbol, compiler.name, missing);
#include "backend/cuda/driver/compiler_functions.inc"
#undef X
  if (!missing.empty()) return lacks(names.compiler[0], missing);
  return compiler;
}

Result<Library> load(const LibraryNames& names) {
  Library library;
  DALA_ASSIGN(library.driver, load_driver(names));
  DALA_ASSIGN(library.compiler, load_compiler(names));
  library.blas = load_blas(names);
  library.graphics = load_graphics(names);
  return library;
}

Result<std::shared_ptr<const Library>> load_library() {
  static const Forever<Result<std::shared_ptr<const Library>>> library(
      []() -> Result<std::shared_ptr<const Library>> {
        DALA_ASSIGN(Library loaded, load({}));
        return std::make_shared<const Library>(std::move(loaded));
      }());
  return *library;
}

std::string describe_status(const Driver& driver, Status status) {
  const char* name = nullptr;
  const char* text = nullptr;
  if (driver.GetErrorName(status, &name) != status::success || name == nullptr ||
      driver.GetErrorString(status, &text) != status::success || text == nullptr)
    return format("status {}", status);
  return format("{} ({})", text, name);
}

}  // namespace dala::backend::cuda
