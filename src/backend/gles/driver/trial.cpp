#include "backend/gles/driver/trial.hpp"

#include "backend/gles/context/shader.hpp"
#include "core/error.hpp"

namespace dala::backend::gles {

Result<std::vector<std::uint32_t>> run_trial(Session& session, const char* shader,
                                             std::span<const std::uint32_t> words,
                                             std::uint32_t groups) {
  const Gl& gl = session.gl();
  DALA_ASSIGN(const Shader made, make_shader(session.context(), shader, kernel::DiskCache({})));
  const auto bytes = static_cast<GLsizeiptr>(words.size_bytes());
  GLuint buffer = 0;
  gl.GenBuffers(1, &buffer);
  gl.BindBuffer(GL_COPY_READ_BUFFER, buffer);
  gl.BufferData(GL_COPY_READ_BUFFER, bytes, words.data(), GL_STREAM_READ);
  gl.BindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffer);
  gl.UseProgram(made.program);
  gl.DispatchCompute(groups, 1, 1);
  gl.MemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
  gl.BindBuffer(GL_COPY_READ_BUFFER, buffer);
  const auto* mapped = static_cast<const std::uint32_t*>(
      gl.MapBufferRange(GL_COPY_READ_BUFFER, 0, bytes, GL_MAP_READ_BIT));
  std::vector<std::uint32_t> after;
  if (mapped != nullptr) {
    after.assign(mapped, mapped + words.size());
    gl.UnmapBuffer(GL_COPY_READ_BUFFER);
  }
  gl.DeleteBuffers(1, &buffer);
  gl.DeleteProgram(made.program);
  DALA_TRY(session.check());
  if (mapped == nullptr) return fail(ErrorCode::internal, "what a trial wrote cannot be read");
  return after;
}

}  // namespace dala::backend::gles
