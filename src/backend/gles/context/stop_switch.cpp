#include "backend/gles/context/stop_switch.hpp"

#include "core/error.hpp"

namespace dala::backend::gles {

namespace {

constexpr GLsizeiptr bytes = 8;

}  // namespace

Result<void> StopSwitch::reset(const Context& context) {
  const Gl& gl = context.gl();
  const std::lock_guard lock(mutex_);
  if (words_ == nullptr) {
    if (!context.description().stops)
      return fail(ErrorCode::unsupported, "the driver cannot stop a kernel");
    const GLbitfield access =
        GL_MAP_READ_BIT | GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT_EXT | GL_MAP_COHERENT_BIT_EXT;
    gl.GenBuffers(1, &buffer_);
    gl.BindBuffer(GL_COPY_WRITE_BUFFER, buffer_);
    gl.BufferStorage(GL_COPY_WRITE_BUFFER, bytes, nullptr, access | GL_CLIENT_STORAGE_BIT_EXT);
    words_ = static_cast<volatile std::uint32_t*>(
        gl.MapBufferRange(GL_COPY_WRITE_BUFFER, 0, bytes, access));
    if (words_ == nullptr) {
      gl.DeleteBuffers(1, &buffer_);
      return fail(ErrorCode::out_of_memory, "the device's memory could not be mapped");
    }
  }
  words_[0] = 0;
  words_[1] = 0;
  return {};
}

bool StopSwitch::was_heeded() {
  const std::lock_guard lock(mutex_);
  return words_ != nullptr && words_[1] != 0;
}

void StopSwitch::close(const Context& context) {
  const std::lock_guard lock(mutex_);
  if (words_ == nullptr) return;
  words_ = nullptr;
  context.gl().DeleteBuffers(1, &buffer_);
}

void StopSwitch::ask() {
  const std::lock_guard lock(mutex_);
  if (words_ != nullptr) words_[0] = 1;
}

}  // namespace dala::backend::gles
