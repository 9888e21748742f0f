// An OpenGL ES 3.1 context without a window: on the surfaceless platform, else on the first device
// that has one, else with a small buffer as its surface. Never needs a display.
//
// Belongs to the thread that makes it current, which is the only one that may use it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "backend/gles/context/gl.hpp"

namespace dala::backend::gles {

struct Limits {
  std::uint64_t storage_block_bytes = 0;  // of one buffer as a shader sees it
  std::uint32_t storage_blocks = 0;
  std::uint32_t offset_alignment = 0;  // of a part of a buffer that a shader sees
  std::uint32_t group_units = 0;
  std::uint32_t shared_bytes = 0;
  std::uint32_t groups[2] = {0, 0};
  std::uint32_t binary_formats = 0;
  // Groups that wait in a loop must have a multiple of this many units, because of a mistake in
  // Mesa's llvmpipe: the last of its vectors stays switched off behind the loop unless it is full.
  std::uint32_t waiting_multiple = 1;
};

struct Description {
  std::string vendor;
  std::string renderer;
  std::string version;
  std::string platform;                 // which of the three ways worked
  std::vector<std::string> extensions;  // those that are used here
  Limits limits;
  bool software = false;
  bool clock = false;  // the device says what time it is (stopwatch.hpp)
  bool stops = false;  // a kernel can be ended while it runs (stop_switch.hpp)
};

class Context {
 public:
  // Makes one and makes it current on this thread.
  [[nodiscard]] static Result<std::unique_ptr<Context>> create();
  // The one that somebody else made current on this thread, and keeps.
  [[nodiscard]] static Result<std::unique_ptr<Context>> adopt();
  ~Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  [[nodiscard]] const Gl& gl() const { return library_->gl; }
  [[nodiscard]] const Description& description() const { return description_; }
  // Whether the driver has reset the device, and with it all that was on it.
  [[nodiscard]] bool is_lost() const;
  // What went wrong since the last time: `device_lost`, `out_of_memory` or `internal`.
  [[nodiscard]] Result<void> check() const;

 private:
  Context() = default;
  [[nodiscard]] Result<void> open(EGLDisplay display, const char* platform);
  void describe(const char* platform);

  const Library* library_ = nullptr;
  EGLDisplay display_ = EGL_NO_DISPLAY;
  EGLContext context_ = EGL_NO_CONTEXT;
  EGLSurface surface_ = EGL_NO_SURFACE;
  bool robust_ = false;
  Description description_;
};

}  // namespace dala::backend::gles
