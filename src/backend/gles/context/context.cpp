#include "backend/gles/context/context.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/error.hpp"

namespace dala::backend::gles {

namespace {

// Whether a list of names separated by blanks has this one.
bool has_word(const char* list, std::string_view word) {
  std::string_view rest = list != nullptr ? list : "";
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    if (rest.substr(0, end) == word) return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

// Renderers that run on the CPU say so by their name.
bool is_software(std::string_view renderer) {
  return std::ranges::any_of(
      std::to_array<std::string_view>({"llvmpipe", "softpipe", "swrast", "SwiftShader"}),
      [&](std::string_view name) { return renderer.contains(name); });
}

std::string text(const GLubyte* value) {
  return value != nullptr ? reinterpret_cast<const char*>(value) : "";
}

std::uint32_t integer(const Gl& gl, GLenum name) {
  GLint value = 0;
  gl.GetIntegerv(name, &value);
  return static_cast<std::uint32_t>(std::max(value, 0));
}

Limits limits_of(const Gl& gl) {
  Limits limits;
  GLint64 bytes = 0;
  gl.GetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &bytes);
  limits.storage_block_bytes = static_cast<std::uint64_t>(std::max<GLint64>(bytes, 0));
  limits.storage_blocks = std::min(integer(gl, GL_MAX_COMPUTE_SHADER_STORAGE_BLOCKS),
                                   integer(gl, GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS));
  limits.offset_alignment =
      std::max(integer(gl, GL_SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT), std::uint32_t{4});
  limits.group_units = integer(gl, GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS);
  limits.shared_bytes = integer(gl, GL_MAX_COMPUTE_SHARED_MEMORY_SIZE);
  limits.binary_formats = integer(gl, GL_NUM_PROGRAM_BINARY_FORMATS);
  // Compiled kernels count their groups in rows of 65535, which every device has.
  limits.groups[0] = limits.groups[1] = 65535;
  return limits;
}

// Drivers may list the extension and yet have a counter of 0 bits.
bool has_time_stamps(const Gl& gl) {
  if (gl.QueryCounter == nullptr || gl.GetQueryiv == nullptr || gl.GetQueryObjectui64v == nullptr)
    return false;
  GLint bits = 0;
  gl.GetQueryiv(GL_TIMESTAMP_EXT, GL_QUERY_COUNTER_BITS_EXT, &bits);
  return bits > 0;
}

}  // namespace

Result<std::unique_ptr<Context>> Context::create() {
  DALA_ASSIGN(const Library* library, load_library());
  const Egl& egl = library->egl;
  const char* client = egl.QueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
  std::string reasons;
  const auto try_display = [&](EGLDisplay display,
                               const char* platform) -> std::unique_ptr<Context> {
    if (display == EGL_NO_DISPLAY) return nullptr;
    auto context = std::unique_ptr<Context>(new Context);
    context->library_ = library;
    if (const auto opened = context->open(display, platform); !opened) {
      reasons += format("; {}: {}", platform, opened.error().message);
      return nullptr;
    }
    return context;
  };
  if (egl.GetPlatformDisplay != nullptr && has_word(client, "EGL_MESA_platform_surfaceless"))
    if (auto made = try_display(
            egl.GetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr),
            "surfaceless"))
      return made;
  if (egl.GetPlatformDisplay != nullptr && egl.QueryDevices != nullptr &&
      has_word(client, "EGL_EXT_platform_device")) {
    std::array<EGLDeviceEXT, 16> devices{};
    EGLint count = 0;
    if (egl.QueryDevices(static_cast<EGLint>(devices.size()), devices.data(), &count) == EGL_TRUE)
      for (EGLint i = 0; i < count; ++i)
        if (auto made =
                try_display(egl.GetPlatformDisplay(EGL_PLATFORM_DEVICE_EXT,
                                                   devices[static_cast<std::size_t>(i)], nullptr),
                            "device"))
          return made;
  }
  if (auto made = try_display(egl.GetDisplay(EGL_DEFAULT_DISPLAY), "pbuffer")) return made;
  return fail(ErrorCode::unsupported, "no OpenGL ES 3.1 context could be made{}", reasons);
}

Result<std::unique_ptr<Context>> Context::adopt() {
  DALA_ASSIGN(const Library* library, load_library());
  auto context = std::unique_ptr<Context>(new Context);
  context->library_ = library;
  // Without a context no driver is behind the functions yet, and every answer is empty.
  if (library->gl.GetString(GL_VERSION) == nullptr)
    return fail(ErrorCode::unsupported, "the window's OpenGL ES context is not one of EGL");
  context->describe("window");
  return context;
}

Result<void> Context::open(EGLDisplay display, const char* platform) {
  const Egl& egl = library_->egl;
  EGLint major = 0;
  EGLint minor = 0;
  if (egl.Initialize(display, &major, &minor) != EGL_TRUE)
    return fail(ErrorCode::unsupported, "eglInitialize gave error 0x{:x}", egl.GetError());
  display_ = display;
  const char* extensions = egl.QueryString(display, EGL_EXTENSIONS);
  const bool needs_surface = !has_word(extensions, "EGL_KHR_surfaceless_context");
  const std::array<EGLint, 5> wanted = {EGL_RENDERABLE_TYPE, EGL_OPENGL_ES3_BIT, EGL_SURFACE_TYPE,
                                        needs_surface ? EGL_PBUFFER_BIT : 0, EGL_NONE};
  EGLConfig config = nullptr;
  EGLint configs = 0;
  if (egl.BindAPI(EGL_OPENGL_ES_API) != EGL_TRUE ||
      egl.ChooseConfig(display, wanted.data(), &config, 1, &configs) != EGL_TRUE || configs == 0)
    return fail(ErrorCode::unsupported, "it offers no OpenGL ES 3");
  robust_ = has_word(extensions, "EGL_EXT_create_context_robustness") &&
            library_->gl.GetGraphicsResetStatus != nullptr;
  std::vector<EGLint> attributes = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 1};
  if (robust_)
    attributes.insert(attributes.end(), {EGL_CONTEXT_OPENGL_ROBUST_ACCESS_EXT, EGL_TRUE,
                                         EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT,
                                         EGL_LOSE_CONTEXT_ON_RESET_EXT});
  attributes.push_back(EGL_NONE);
  context_ = egl.CreateContext(display, config, EGL_NO_CONTEXT, attributes.data());
  if (context_ == EGL_NO_CONTEXT)
    return fail(ErrorCode::unsupported, "it offers no OpenGL ES 3.1 (error 0x{:x})",
                egl.GetError());
  if (needs_surface) {
    const std::array<EGLint, 5> size = {EGL_WIDTH, 1, EGL_HEIGHT, 1, EGL_NONE};
    surface_ = egl.CreatePbufferSurface(display, config, size.data());
  }
  if (egl.MakeCurrent(display, surface_, surface_, context_) != EGL_TRUE)
    return fail(ErrorCode::unsupported, "its context cannot be used (error 0x{:x})",
                egl.GetError());
  describe(platform);
  return {};
}

void Context::describe(const char* platform) {
  const Gl& gl = library_->gl;
  description_.vendor = text(gl.GetString(GL_VENDOR));
  description_.renderer = text(gl.GetString(GL_RENDERER));
  description_.version = text(gl.GetString(GL_VERSION));
  description_.platform = platform;
  description_.software = is_software(description_.renderer);
  description_.limits = limits_of(gl);
  if (description_.renderer.starts_with("llvmpipe")) description_.limits.waiting_multiple = 16;
  const std::uint32_t count = integer(gl, GL_NUM_EXTENSIONS);
  for (std::uint32_t i = 0; i < count; ++i)
    if (const std::string name = text(gl.GetStringi(GL_EXTENSIONS, i));
        name == "GL_EXT_gpu_shader5" ||
        (name == "GL_EXT_buffer_storage" && gl.BufferStorage != nullptr) ||
        (name == "GL_EXT_disjoint_timer_query" && has_time_stamps(gl)))
      description_.extensions.push_back(name);
  const auto uses = [this](std::string_view name) {
    return std::ranges::find(description_.extensions, name) != description_.extensions.end();
  };
  description_.clock = uses("GL_EXT_disjoint_timer_query");
  description_.stops = uses("GL_EXT_buffer_storage");
  if (robust_) description_.extensions.emplace_back("EGL_EXT_create_context_robustness");
}

bool Context::is_lost() const {
  return robust_ && library_->gl.GetGraphicsResetStatus() != GL_NO_ERROR;
}

Result<void> Context::check() const {
  const Gl& gl = library_->gl;
  GLenum first = GL_NO_ERROR;
  for (GLenum error = gl.GetError(); error != GL_NO_ERROR; error = gl.GetError()) {
    if (first == GL_NO_ERROR) first = error;
    if (error == GL_CONTEXT_LOST_KHR) break;
  }
  if (is_lost() || first == GL_CONTEXT_LOST_KHR)
    return fail(ErrorCode::device_lost, "the GPU was reset");
  if (first == GL_OUT_OF_MEMORY)
    return fail(ErrorCode::out_of_memory, "the OpenGL ES driver ran out of memory");
  if (first != GL_NO_ERROR) return fail(ErrorCode::internal, "OpenGL ES gave error 0x{:x}", first);
  return {};
}

Context::~Context() {
  if (display_ == EGL_NO_DISPLAY) return;
  const Egl& egl = library_->egl;
  egl.MakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  if (surface_ != EGL_NO_SURFACE) egl.DestroySurface(display_, surface_);
  if (context_ != EGL_NO_CONTEXT) egl.DestroyContext(display_, context_);
  // The display stays open: other contexts of this process may use the same one.
  egl.ReleaseThread();
}

}  // namespace dala::backend::gles
