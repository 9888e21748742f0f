#include "surface/gles/program.hpp"

#include <algorithm>
#include <string>

#include "core/error.hpp"

namespace dala::surface {

namespace {

// Asks for the length first: the messages of a long text are long.
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

Result<void> attach(const Gl& gl, GLuint program, const GlProgram::Stage& stage) {
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
    done = fail(ErrorCode::compile_failed, "the OpenGL ES driver refuses the shader: {}",
                log_of(shader, gl.GetShaderiv, gl.GetShaderInfoLog));
  gl.DeleteShader(shader);
  return done;
}

}  // namespace

Result<GlProgram> GlProgram::link(const Gl& gl, std::initializer_list<Stage> stages) {
  GlProgram program(gl);
  for (const Stage& stage : stages) DALA_TRY(attach(gl, program.id_, stage));
  gl.LinkProgram(program.id_);
  GLint linked = GL_FALSE;
  gl.GetProgramiv(program.id_, GL_LINK_STATUS, &linked);
  if (linked != GL_TRUE)
    return fail(ErrorCode::compile_failed, "the OpenGL ES driver cannot link the shader: {}",
                log_of(program.id_, gl.GetProgramiv, gl.GetProgramInfoLog));
  return program;
}

Result<void> check(const Context& context) {
  GLenum first = GL_NO_ERROR;
  for (GLenum error = context.gl().GetError(); error != GL_NO_ERROR;
       error = context.gl().GetError()) {
    if (first == GL_NO_ERROR) first = error;
    if (error == GL_CONTEXT_LOST_KHR) break;
  }
  if (context.is_lost() || first == GL_CONTEXT_LOST_KHR)
    return fail(ErrorCode::device_lost, "the GPU was reset; make another surface");
  if (first == GL_OUT_OF_MEMORY)
    return fail(ErrorCode::out_of_memory, "the OpenGL ES driver ran out of memory");
  if (first != GL_NO_ERROR) return fail(ErrorCode::internal, "OpenGL ES gave error 0x{:x}", first);
  return {};
}

}  // namespace dala::surface
