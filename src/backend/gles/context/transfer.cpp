#include "backend/gles/context/transfer.hpp"

#include <algorithm>

#include "core/error.hpp"

namespace dala::backend::gles {

namespace {

constexpr std::size_t words_per_group = 1024;
constexpr std::size_t groups_per_row = 65535;

constexpr const char* zero_text = R"(#version 310 es
layout(local_size_x = 128) in;
layout(std430, binding = 0) writeonly buffer target_block { uint target[]; };
layout(location = 0) uniform uint words;
void main() {
  uint first = (gl_WorkGroupID.y * 65535u + gl_WorkGroupID.x) * 1024u + gl_LocalInvocationIndex;
  for (uint i = first; i < min(first + 1024u, words); i += 128u) target[i] = 0u;
}
)";

constexpr const char* copy_text = R"(#version 310 es
layout(local_size_x = 128) in;
layout(std430, binding = 0) writeonly buffer target_block { uint target[]; };
layout(std430, binding = 1) readonly buffer source_block { uint source[]; };
layout(location = 0) uniform uint words;
void main() {
  uint first = (gl_WorkGroupID.y * 65535u + gl_WorkGroupID.x) * 1024u + gl_LocalInvocationIndex;
  for (uint i = first; i < min(first + 1024u, words); i += 128u) target[i] = source[i];
}
)";

}  // namespace

Result<void> Transfer::zero(GLuint buffer, std::size_t bytes) {
  return run(zero_, zero_text, 0, buffer, bytes);
}

Result<void> Transfer::copy(GLuint from, GLuint to, std::size_t bytes) {
  return run(copy_, copy_text, from, to, bytes);
}

Result<void> Transfer::run(std::optional<GLuint>& program, const char* text, GLuint from, GLuint to,
                           std::size_t bytes) {
  const Gl& gl = context_->gl();
  if (!program) {
    DALA_ASSIGN(const Shader shader, make_shader(*context_, text, kernel::DiskCache({})));
    program = shader.program;
  }
  gl.UseProgram(*program);
  const std::size_t part =
      std::min<std::size_t>(context_->description().limits.storage_block_bytes, 1U << 30U) /
      (words_per_group * 4) * (words_per_group * 4);
  for (std::size_t at = 0; at < bytes; at += part) {
    const std::size_t words = (std::min(part, bytes - at) + 3) / 4;
    const auto bind = [&](GLuint binding, GLuint buffer) {
      gl.BindBufferRange(GL_SHADER_STORAGE_BUFFER, binding, buffer, static_cast<GLintptr>(at),
                         static_cast<GLsizeiptr>(words * 4));
    };
    bind(0, to);
    if (from != 0) bind(1, from);
    const auto count = static_cast<GLuint>(words);
    gl.Uniform1uiv(0, 1, &count);
    const std::size_t groups = (words + words_per_group - 1) / words_per_group;
    const std::size_t row = std::min(groups, groups_per_row);
    gl.DispatchCompute(static_cast<GLuint>(row), static_cast<GLuint>((groups + row - 1) / row), 1);
  }
  gl.MemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
  return {};
}

void Transfer::clear() {
  for (const auto& program : {zero_, copy_})
    if (program) context_->gl().DeleteProgram(*program);
}

}  // namespace dala::backend::gles
