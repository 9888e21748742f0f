#include "backend/gles/context/gl.hpp"

#include <dlfcn.h>

#include <string>

#include "core/error.hpp"
#include "core/forever.hpp"

namespace dala::backend::gles {

namespace {

template <typename Function>
bool find(void* library, const char* name, Function& out) {
  out = reinterpret_cast<Function>(dlsym(library, name));
  return out != nullptr;
}

template <typename Function>
bool find(const Egl& egl, const char* name, Function& out) {
  out = reinterpret_cast<Function>(egl.GetProcAddress(name));
  return out != nullptr;
}

bool load_egl(void* library, Egl& egl) {
  if (!find(library, "eglGetProcAddress", egl.GetProcAddress) ||
      !find(library, "eglQueryString", egl.QueryString) ||
      !find(library, "eglGetDisplay", egl.GetDisplay) ||
      !find(library, "eglInitialize", egl.Initialize) ||
      !find(library, "eglTerminate", egl.Terminate) || !find(library, "eglBindAPI", egl.BindAPI) ||
      !find(library, "eglChooseConfig", egl.ChooseConfig) ||
      !find(library, "eglCreateContext", egl.CreateContext) ||
      !find(library, "eglDestroyContext", egl.DestroyContext) ||
      !find(library, "eglCreatePbufferSurface", egl.CreatePbufferSurface) ||
      !find(library, "eglDestroySurface", egl.DestroySurface) ||
      !find(library, "eglMakeCurrent", egl.MakeCurrent) ||
      !find(library, "eglReleaseThread", egl.ReleaseThread) ||
      !find(library, "eglGetError", egl.GetError))
    return false;
  find(egl, "eglGetPlatformDisplayEXT", egl.GetPlatformDisplay);
  find(egl, "eglQueryDevicesEXT", egl.QueryDevices);
  return true;
}

Result<Library> load() {
  // Never closed: drivers leave threads behind that run its code.
  void* egl_library = dlopen("libEGL.so.1", RTLD_NOW | RTLD_LOCAL);
  if (egl_library == nullptr)
    return fail(ErrorCode::unsupported, "EGL was not found ({})", dlerror());
  Library library;
  if (!load_egl(egl_library, library.egl))
    return fail(ErrorCode::unsupported, "libEGL.so.1 lacks functions of EGL 1.4");
  std::string missing;
#define X(name) \
  if (!find(library.egl, "gl" #name, library.gl.name)) missing += " gl" #name;
#include "backend/gles/context/gl_functions.inc"
#undef X
  if (!missing.empty())
    return fail(ErrorCode::unsupported, "the OpenGL ES library lacks{}", missing);
  if (!find(library.egl, "glGetGraphicsResetStatusEXT", library.gl.GetGraphicsResetStatus))
    find(library.egl, "glGetGraphicsResetStatus", library.gl.GetGraphicsResetStatus);
  find(library.egl, "glQueryCounterEXT", library.gl.QueryCounter);
  find(library.egl, "glGetQueryivEXT", library.gl.GetQueryiv);
  find(library.egl, "glGetQueryObjectui64vEXT", library.gl.GetQueryObjectui64v);
  find(library.egl, "glBufferStorageEXT", library.gl.BufferStorage);
  return library;
}

}  // namespace

Result<const Library*> load_library() {
  static const Forever<Result<Library>> library(load());
  if (!*library) return std::unexpected((*library).error());
  return &**library;
}

}  // namespace dala::backend::gles
