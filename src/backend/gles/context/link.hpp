// GLSL sources to a linked program of the context.
#pragma once

#include <span>
#include <string_view>

#include "backend/gles/context/gl.hpp"

namespace dala::backend::gles {

struct Stage {
  GLenum type = GL_COMPUTE_SHADER;
  std::string_view text;
};

// Links what the stages compile to into `program`. Error `compile_failed` with what the driver
// says.
[[nodiscard]] Result<void> link(const Gl& gl, GLuint program, std::span<const Stage> stages);

[[nodiscard]] bool is_linked(const Gl& gl, GLuint program);

}  // namespace dala::backend::gles
