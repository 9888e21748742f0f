// Fills and copies buffers of the context with compute shaders instead of buffer commands, because
// every driver keeps shaders in order with other shaders.
#pragma once

#include <optional>

#include "backend/gles/context/context.hpp"
#include "backend/gles/context/shader.hpp"

namespace dala::backend::gles {

class Transfer {
 public:
  explicit Transfer(const Context& context) : context_(&context) {}
  // Gives the shaders back while the context is still there; else they go with it.
  void clear();

  // In bytes, rounded up to words; buffers are that long.
  [[nodiscard]] Result<void> zero(GLuint buffer, std::size_t bytes);
  [[nodiscard]] Result<void> copy(GLuint from, GLuint to, std::size_t bytes);

 private:
  [[nodiscard]] Result<void> run(std::optional<GLuint>& program, const char* text, GLuint from,
                                 GLuint to, std::size_t bytes);

  const Context* context_;
  std::optional<GLuint> zero_;
  std::optional<GLuint> copy_;
};

}  // namespace dala::backend::gles
