#include "backend/gles/context/link.hpp"

#include <algorithm>
#include <string>

#include "core/error.hpp"

namespace dala::backend::gles {

namespace {

// Reads the length first: the messages about a long source are long.
template <typename GetLength, typename GetLog>
std::string log_of(GLuint id, const GetLength& get_length, const GetLog& get_log) {
  GLint length = 0;
  get_length(id, GL_INFO_LOG_LENGTH, &length);
  std::string log(static_cast<std::size_t>(std::max(length, 1)), '\0');
  GLsizei written = 0;
  get_log(id, static_cast<GLsizei>(log.size()), &written, log.data());
  log.resize(static_cast<std::size_t>(written));
  while (log.ends_with('\n')) log.pop_back();
  return log.empty() ? "it gives no reason" : log;
}

Result<void> attach(const Gl& gl, GLuint program, const Stage& stage) {
  const GLuint shader = gl.CreateShader(stage.type);
  const char* text = stage.text.data();
  const auto length = static_cast<GLint>(stage.text.size());
  gl.ShaderSource(shader, 1, &text, &length);
  gl.CompileShader(shader);
  GLint compiled = GL_FALSE;
  gl.GetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
  Result<void> done;
  if (compiled == GL_TRUE)
    gl.AttachShader(program, shader);
  else
    done = fail(ErrorCode::compile_failed, "the OpenGL ES driver rejects the shader: {}",
                log_of(shader, gl.GetShaderiv, gl.GetShaderInfoLog));
  gl.DeleteShader(shader);
  return done;
}

}  // namespace

bool is_linked(const Gl& gl, GLuint program) {
  GLint linked = GL_FALSE;
  gl.GetProgramiv(program, GL_LINK_STATUS, &linked);
  return linked == GL_TRUE;
}

Result<void> link(const Gl& gl, GLuint program, std::span<const Stage> stages) {
  for (const Stage& stage : stages) DALA_TRY(attach(gl, program, stage));
  gl.LinkProgram(program);
  if (is_linked(gl, program)) return {};
  return fail(ErrorCode::compile_failed, "the OpenGL ES driver cannot link the shader: {}",
              log_of(program, gl.GetProgramiv, gl.GetProgramInfoLog));
}

}  // namespace dala::backend::gles
