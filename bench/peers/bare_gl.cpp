#include "peers/bare_gl.hpp"

#if __has_include(<EGL/egl.h>) && __has_include(<GLES3/gl31.h>)
#define EGL_NO_X11
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl31.h>
#include <dlfcn.h>

#include <array>

namespace dala::bench {
namespace {

constexpr const char* shader_text = R"(#version 310 es
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer A { float a[]; };
layout(std430, binding = 1) readonly buffer B { float b[]; };
layout(std430, binding = 2) buffer O { float o[]; };
void main() {
  uint i = (gl_WorkGroupID.y * 65535u + gl_WorkGroupID.x) * 64u + gl_LocalInvocationID.x;
  if (i < uint(o.length())) o[i] = a[i] + b[i];
}
)";

class Program final : public BareGl {
 public:
  explicit Program(std::size_t elements) : elements_(elements) {}
  ~Program() override {
    if (context_ != EGL_NO_CONTEXT) {
      current();
      find<decltype(&::glDeleteBuffers)>("glDeleteBuffers")(3, buffers_.data());
      egl<decltype(&::eglMakeCurrent)>("eglMakeCurrent")(display_, nullptr, nullptr, nullptr);
      egl<decltype(&::eglDestroyContext)>("eglDestroyContext")(display_, context_);
    }
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  bool open() {
    library_ = dlopen("libEGL.so.1", RTLD_NOW);
    if (library_ == nullptr) return false;
    display_ = find<PFNEGLGETPLATFORMDISPLAYEXTPROC>("eglGetPlatformDisplayEXT")(
        EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
    if (egl<decltype(&::eglInitialize)>("eglInitialize")(display_, nullptr, nullptr) != EGL_TRUE)
      return false;
    egl<decltype(&::eglBindAPI)>("eglBindAPI")(EGL_OPENGL_ES_API);
    const std::array<EGLint, 3> wanted = {EGL_RENDERABLE_TYPE, EGL_OPENGL_ES3_BIT, EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    egl<decltype(&::eglChooseConfig)>("eglChooseConfig")(display_, wanted.data(), &config, 1,
                                                         &count);
    const std::array<EGLint, 5> version = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION,
                                           1, EGL_NONE};
    context_ = egl<decltype(&::eglCreateContext)>("eglCreateContext")(display_, config, nullptr,
                                                                      version.data());
    return context_ != EGL_NO_CONTEXT && current() && make();
  }

  void add(int times) override {
    current();
    const auto groups = (elements_ + 63) / 64;
    const auto row = static_cast<GLuint>(groups < 65535 ? groups : 65535);
    for (int i = 0; i < times; ++i) {
      dispatch_(row, static_cast<GLuint>((groups + row - 1) / row), 1);
      barrier_(GL_SHADER_STORAGE_BARRIER_BIT);
    }
    finish_();
  }

 private:
  template <typename Function>
  Function egl(const char* name) {
    return reinterpret_cast<Function>(dlsym(library_, name));
  }
  template <typename Function>
  Function find(const char* name) {
    return reinterpret_cast<Function>(
        egl<decltype(&::eglGetProcAddress)>("eglGetProcAddress")(name));
  }
  bool current() {
    return egl<decltype(&::eglMakeCurrent)>("eglMakeCurrent")(display_, nullptr, nullptr,
                                                              context_) == EGL_TRUE;
  }

  bool make() {
    const GLuint shader = find<decltype(&::glCreateShader)>("glCreateShader")(GL_COMPUTE_SHADER);
    find<decltype(&::glShaderSource)>("glShaderSource")(shader, 1, &shader_text, nullptr);
    find<decltype(&::glCompileShader)>("glCompileShader")(shader);
    const GLuint program = find<decltype(&::glCreateProgram)>("glCreateProgram")();
    find<decltype(&::glAttachShader)>("glAttachShader")(program, shader);
    find<decltype(&::glLinkProgram)>("glLinkProgram")(program);
    find<decltype(&::glUseProgram)>("glUseProgram")(program);
    find<decltype(&::glGenBuffers)>("glGenBuffers")(3, buffers_.data());
    for (GLuint i = 0; i < 3; ++i) {
      find<decltype(&::glBindBufferBase)>("glBindBufferBase")(GL_SHADER_STORAGE_BUFFER, i,
                                                              buffers_[i]);
      find<decltype(&::glBufferData)>("glBufferData")(GL_SHADER_STORAGE_BUFFER,
                                                      static_cast<GLsizeiptr>(elements_ * 4),
                                                      nullptr, GL_DYNAMIC_COPY);
    }
    dispatch_ = find<decltype(&::glDispatchCompute)>("glDispatchCompute");
    barrier_ = find<decltype(&::glMemoryBarrier)>("glMemoryBarrier");
    finish_ = find<decltype(&::glFinish)>("glFinish");
    return find<decltype(&::glGetError)>("glGetError")() == GL_NO_ERROR;
  }

  std::size_t elements_;
  void* library_ = nullptr;
  EGLDisplay display_ = EGL_NO_DISPLAY;
  EGLContext context_ = EGL_NO_CONTEXT;
  std::array<GLuint, 3> buffers_{};
  decltype(&::glDispatchCompute) dispatch_ = nullptr;
  decltype(&::glMemoryBarrier) barrier_ = nullptr;
  decltype(&::glFinish) finish_ = nullptr;
};

}  // namespace

std::unique_ptr<BareGl> BareGl::create(std::size_t elements) {
  auto program = std::make_unique<Program>(elements);
  if (!program->open()) return nullptr;
  return program;
}

}  // namespace dala::bench

#else

namespace dala::bench {

std::unique_ptr<BareGl> BareGl::create(std::size_t) { return nullptr; }

}  // namespace dala::bench

#endif
