#include "backend/gles/shader.hpp"

#include <cstring>
#include <vector>

#include "core/error.hpp"

namespace dala::backend::gles {

namespace {

// What a binary was made from and for: drivers refuse those of others, but not always.
std::string cache_key(const Description& description, const std::string& text) {
  return format("gles program\n{}\n{}\n{}\n{}", description.vendor, description.renderer,
                description.version, text);
}

bool is_linked(const Gl& gl, GLuint program) {
  GLint linked = GL_FALSE;
  gl.GetProgramiv(program, GL_LINK_STATUS, &linked);
  return linked == GL_TRUE;
}

// A binary as it lies in the cache: its format, then the driver's bytes.
bool load_binary(const Gl& gl, GLuint program, const std::vector<std::byte>& kept) {
  GLenum binary_format = 0;
  if (kept.size() <= sizeof binary_format) return false;
  std::memcpy(&binary_format, kept.data(), sizeof binary_format);
  gl.ProgramBinary(program, binary_format, kept.data() + sizeof binary_format,
                   static_cast<GLsizei>(kept.size() - sizeof binary_format));
  while (gl.GetError() != GL_NO_ERROR) {
  }
  return is_linked(gl, program);
}

void keep_binary(const Gl& gl, GLuint program, const kernel::DiskCache& cache,
                 const std::string& key) {
  GLint length = 0;
  gl.GetProgramiv(program, GL_PROGRAM_BINARY_LENGTH, &length);
  if (length <= 0) return;
  GLenum binary_format = 0;
  std::vector<std::byte> kept(sizeof binary_format + static_cast<std::size_t>(length));
  gl.GetProgramBinary(program, length, nullptr, &binary_format, kept.data() + sizeof binary_format);
  if (gl.GetError() != GL_NO_ERROR) return;
  std::memcpy(kept.data(), &binary_format, sizeof binary_format);
  cache.keep(key, kept);
}

std::string log_of(const Gl& gl, GLuint shader, GLuint program) {
  std::string log(4096, '\0');
  GLsizei length = 0;
  if (shader != 0)
    gl.GetShaderInfoLog(shader, static_cast<GLsizei>(log.size()), &length, log.data());
  else
    gl.GetProgramInfoLog(program, static_cast<GLsizei>(log.size()), &length, log.data());
  log.resize(static_cast<std::size_t>(length));
  return log;
}

Result<void> build(const Gl& gl, GLuint program, const std::string& text, bool keep) {
  const GLuint shader = gl.CreateShader(GL_COMPUTE_SHADER);
  const char* source = text.c_str();
  gl.ShaderSource(shader, 1, &source, nullptr);
  gl.CompileShader(shader);
  GLint compiled = GL_FALSE;
  gl.GetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
  std::string log = compiled == GL_TRUE ? "" : log_of(gl, shader, 0);
  if (compiled == GL_TRUE) {
    if (keep) gl.ProgramParameteri(program, GL_PROGRAM_BINARY_RETRIEVABLE_HINT, GL_TRUE);
    gl.AttachShader(program, shader);
    gl.LinkProgram(program);
    if (!is_linked(gl, program)) log = log_of(gl, 0, program);
  }
  gl.DeleteShader(shader);
  if (compiled == GL_TRUE && is_linked(gl, program)) return {};
  return fail(ErrorCode::compile_failed, "the OpenGL ES driver refuses the kernel: {}", log);
}

}  // namespace

Result<Shader> make_shader(const Context& context, const std::string& text,
                           const kernel::DiskCache& cache) {
  const Gl& gl = context.gl();
  const bool keep = cache.is_on() && context.description().limits.binary_formats > 0;
  const std::string key = keep ? cache_key(context.description(), text) : "";
  Shader shader{gl.CreateProgram()};
  if (keep)
    if (const auto kept = cache.find(key); kept && load_binary(gl, shader.program, *kept)) {
      shader.from_cache = true;
      return shader;
    }
  if (auto built = build(gl, shader.program, text, keep); !built) {
    gl.DeleteProgram(shader.program);
    return std::unexpected(std::move(built.error()));
  }
  if (keep) keep_binary(gl, shader.program, cache, key);
  return shader;
}

}  // namespace dala::backend::gles
