#include "surface/gles/compute_shader.hpp"

#include <algorithm>
#include <array>

#include "core/error.hpp"

namespace dala::surface {

namespace {

// One line for each type that a uniform can have: how many words, and how they are set.
struct UniformType {
  GLenum type;
  std::size_t words;
  void (*set)(const Gl& gl, GLint location, GLsizei count, const void* data);
};

template <auto call, typename Word>
void set_words(const Gl& gl, GLint location, GLsizei count, const void* data) {
  (gl.*call)(location, count, static_cast<const Word*>(data));
}

template <auto call>
void set_matrix(const Gl& gl, GLint location, GLsizei count, const void* data) {
  (gl.*call)(location, count, GL_FALSE, static_cast<const GLfloat*>(data));
}

constexpr auto uniform_types = std::to_array<UniformType>({
    {GL_FLOAT, 1, set_words<&Gl::Uniform1fv, GLfloat>},
    {GL_FLOAT_VEC2, 2, set_words<&Gl::Uniform2fv, GLfloat>},
    {GL_FLOAT_VEC3, 3, set_words<&Gl::Uniform3fv, GLfloat>},
    {GL_FLOAT_VEC4, 4, set_words<&Gl::Uniform4fv, GLfloat>},
    {GL_INT, 1, set_words<&Gl::Uniform1iv, GLint>},
    {GL_INT_VEC2, 2, set_words<&Gl::Uniform2iv, GLint>},
    {GL_INT_VEC3, 3, set_words<&Gl::Uniform3iv, GLint>},
    {GL_INT_VEC4, 4, set_words<&Gl::Uniform4iv, GLint>},
    {GL_UNSIGNED_INT, 1, set_words<&Gl::Uniform1uiv, GLuint>},
    {GL_UNSIGNED_INT_VEC2, 2, set_words<&Gl::Uniform2uiv, GLuint>},
    {GL_UNSIGNED_INT_VEC3, 3, set_words<&Gl::Uniform3uiv, GLuint>},
    {GL_UNSIGNED_INT_VEC4, 4, set_words<&Gl::Uniform4uiv, GLuint>},
    {GL_BOOL, 1, set_words<&Gl::Uniform1iv, GLint>},
    {GL_FLOAT_MAT2, 4, set_matrix<&Gl::UniformMatrix2fv>},
    {GL_FLOAT_MAT3, 9, set_matrix<&Gl::UniformMatrix3fv>},
    {GL_FLOAT_MAT4, 16, set_matrix<&Gl::UniformMatrix4fv>},
});

constexpr std::size_t longest_name = 256;

}  // namespace

Result<ComputeShader> ComputeShader::create(const Gl& gl, std::string_view source) {
  DALA_ASSIGN(GlProgram program, GlProgram::link(gl, {{GL_COMPUTE_SHADER, source}}));
  ComputeShader shader(gl, std::move(program));
  const GLuint id = shader.program_.id();
  GLint blocks = 0;
  gl.GetProgramiv(id, GL_ACTIVE_UNIFORM_BLOCKS, &blocks);
  for (GLint i = 0; i < blocks; ++i) {
    GLint binding = 0;
    GLint bytes = 0;
    gl.GetActiveUniformBlockiv(id, static_cast<GLuint>(i), GL_UNIFORM_BLOCK_BINDING, &binding);
    gl.GetActiveUniformBlockiv(id, static_cast<GLuint>(i), GL_UNIFORM_BLOCK_DATA_SIZE, &bytes);
    if (binding != 0)
      return fail(ErrorCode::bad_kernel,
                  "the shader has a uniform block at binding {}; a surface has one, at binding 0",
                  binding);
    shader.block_bytes_ = static_cast<std::size_t>(bytes);
  }
  GLint count = 0;
  gl.GetProgramiv(id, GL_ACTIVE_UNIFORMS, &count);
  for (GLint i = 0; i < count; ++i) {
    std::array<char, longest_name> name{};
    Uniform uniform{};
    gl.GetActiveUniform(id, static_cast<GLuint>(i), static_cast<GLsizei>(name.size()), nullptr,
                        &uniform.count, &uniform.type, name.data());
    uniform.location = gl.GetUniformLocation(id, name.data());
    if (uniform.location < 0 || uniform.type == GL_IMAGE_2D) continue;  // the block's, or the frame
    uniform.name = name.data();
    if (uniform.name.ends_with("[0]")) uniform.name.resize(uniform.name.size() - 3);
    shader.uniforms_.push_back(std::move(uniform));
  }
  return shader;
}

Result<void> ComputeShader::set(const Uniform& uniform, std::span<const std::byte> data) const {
  const auto* type =
      std::ranges::find_if(uniform_types, [&](const auto& t) { return t.type == uniform.type; });
  if (type == uniform_types.end())
    return fail(ErrorCode::unsupported, "the uniform \"{}\" has a type that cannot be set",
                uniform.name);
  const std::size_t bytes = type->words * 4 * static_cast<std::size_t>(uniform.count);
  if (data.size() != bytes)
    return fail(ErrorCode::wrong_length, "the uniform \"{}\" has {} bytes, and was given {}",
                uniform.name, bytes, data.size());
  type->set(*gl_, uniform.location, uniform.count, data.data());
  return {};
}

Result<void> ComputeShader::run(const Context& context, ShaderBench& bench,
                                const ShaderRun& run) const {
  gl_->UseProgram(program_.id());
  for (const Uniform& uniform : uniforms_) {
    const auto found = run.uniforms.find(uniform.name);
    if (found == run.uniforms.end())
      return fail(ErrorCode::missing_param, "the uniform \"{}\" was not set", uniform.name);
    DALA_TRY(set(uniform, found->second));
  }
  for (const std::uint32_t groups : run.groups)
    if (const std::uint32_t most = context.description().limits.groups[0]; groups > most)
      return fail(ErrorCode::invalid_argument, "{} x {} x {} work groups; each is at most {}",
                  run.groups[0], run.groups[1], run.groups[2], most);
  DALA_TRY(bench.prepare(run, block_bytes_));
  gl_->DispatchCompute(run.groups[0], run.groups[1], run.groups[2]);
  gl_->MemoryBarrier(GL_FRAMEBUFFER_BARRIER_BIT | GL_TEXTURE_UPDATE_BARRIER_BIT);
  DALA_TRY(check(context));
  DALA_TRY(bench.fetch(run));
  return check(context);
}

}  // namespace dala::surface
