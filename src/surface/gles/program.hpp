// Programs of OpenGL ES, compiled from GLSL.
#pragma once

#include <initializer_list>
#include <utility>

#include "backend/gles/context/context.hpp"
#include "backend/gles/context/link.hpp"

namespace dala::surface {

using backend::gles::Context;
using backend::gles::Gl;

// Deleted with the object, on the thread of its context.
class GlProgram {
 public:
  // `compile_failed` with what the driver's compiler says.
  [[nodiscard]] static Result<GlProgram> link(const Gl& gl,
                                              std::initializer_list<backend::gles::Stage> stages);
  GlProgram(GlProgram&& other) noexcept : gl_(other.gl_), id_(std::exchange(other.id_, 0)) {}
  GlProgram& operator=(GlProgram&& other) noexcept {
    std::swap(gl_, other.gl_);
    std::swap(id_, other.id_);
    return *this;
  }
  ~GlProgram() {
    if (id_ != 0) gl_->DeleteProgram(id_);
  }

  [[nodiscard]] GLuint id() const { return id_; }

 private:
  explicit GlProgram(const Gl& gl) : gl_(&gl), id_(gl.CreateProgram()) {}

  const Gl* gl_;
  GLuint id_;
};

// What went wrong since the last time, or that the GPU was reset.
[[nodiscard]] Result<void> check(const Context& context);

}  // namespace dala::surface
