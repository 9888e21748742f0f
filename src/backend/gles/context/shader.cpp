#include "backend/gles/context/shader.hpp"

#include <cstring>
#include <vector>

#include "backend/gles/context/link.hpp"
#include "core/error.hpp"

namespace dala::backend::gles {

namespace {

// The cache key: source and driver. Drivers should reject binaries of other drivers, but some do
// not.
std::string cache_key(const Description& description, const std::string& text) {
  return format("gles program\n{}\n{}\n{}\n{}", description.vendor, description.renderer,
                description.version, text);
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
  if (keep) gl.ProgramParameteri(shader.program, GL_PROGRAM_BINARY_RETRIEVABLE_HINT, GL_TRUE);
  const Stage stage{.type = GL_COMPUTE_SHADER, .text = text};
  if (auto linked = link(gl, shader.program, {&stage, 1}); !linked) {
    gl.DeleteProgram(shader.program);
    return std::unexpected(std::move(linked.error()));
  }
  if (keep) keep_binary(gl, shader.program, cache, key);
  return shader;
}

}  // namespace dala::backend::gles
