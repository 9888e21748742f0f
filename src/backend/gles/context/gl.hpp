// EGL and OpenGL ES, found when they are first needed: the library links neither, so a machine
// without them runs everything on the CPU.
#pragma once

#define EGL_NO_X11
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl31.h>

#include <GLES2/gl2ext.h>

#include <dala/core/error.hpp>

namespace dala::backend::gles {

struct Egl {
  decltype(&::eglGetProcAddress) GetProcAddress = nullptr;
  decltype(&::eglQueryString) QueryString = nullptr;
  decltype(&::eglGetDisplay) GetDisplay = nullptr;
  decltype(&::eglInitialize) Initialize = nullptr;
  decltype(&::eglTerminate) Terminate = nullptr;
  decltype(&::eglBindAPI) BindAPI = nullptr;
  decltype(&::eglChooseConfig) ChooseConfig = nullptr;
  decltype(&::eglCreateContext) CreateContext = nullptr;
  decltype(&::eglDestroyContext) DestroyContext = nullptr;
  decltype(&::eglCreatePbufferSurface) CreatePbufferSurface = nullptr;
  decltype(&::eglDestroySurface) DestroySurface = nullptr;
  decltype(&::eglMakeCurrent) MakeCurrent = nullptr;
  decltype(&::eglReleaseThread) ReleaseThread = nullptr;
  decltype(&::eglGetError) GetError = nullptr;
  // Extensions; null where the loader does not have them.
  PFNEGLGETPLATFORMDISPLAYEXTPROC GetPlatformDisplay = nullptr;
  PFNEGLQUERYDEVICESEXTPROC QueryDevices = nullptr;
};

struct Gl {
#define X(name) decltype(&::gl##name) name = nullptr;
#include "backend/gles/context/gl_functions.inc"
#undef X
  PFNGLGETGRAPHICSRESETSTATUSEXTPROC GetGraphicsResetStatus = nullptr;  // null: never lost
  // Of GL_EXT_disjoint_timer_query. Context finds out whether they work.
  PFNGLQUERYCOUNTEREXTPROC QueryCounter = nullptr;
  PFNGLGETQUERYIVEXTPROC GetQueryiv = nullptr;
  PFNGLGETQUERYOBJECTUI64VEXTPROC GetQueryObjectui64v = nullptr;
  PFNGLBUFFERSTORAGEEXTPROC BufferStorage = nullptr;  // of GL_EXT_buffer_storage
};

struct Library {
  Egl egl;
  Gl gl;
};

// Loaded once; the same answer ever after. Error `unsupported` with what is missing.
[[nodiscard]] Result<const Library*> load_library();

}  // namespace dala::backend::gles
