// A compute shader in GLSL ES that changes a frame.
//
//   layout(rgba8, binding = 0) writeonly uniform image2D      the frame; starts as it was
//   layout(rgba8, binding = 1) readonly uniform image2D       the frame as it was
//   layout(std140, binding = 0) uniform Block { ... }         the params
//   any other uniform                                         by its name, from set_uniform
#pragma once

#include <vector>

#include "surface/gles/picture_target.hpp"

namespace dala::surface {

// Where shaders work: the frame twice, and the parameters. Shared by all shaders of a renderer.
class ShaderBench {
 public:
  explicit ShaderBench(const Gl& gl);
  ShaderBench(const ShaderBench&) = delete;
  ShaderBench& operator=(const ShaderBench&) = delete;
  ~ShaderBench();

  // The pixels and parameters of a run to where its shader finds them.
  [[nodiscard]] Result<void> prepare(const ShaderRun& run, std::size_t block_bytes);
  // The frame back into the run's pixels.
  [[nodiscard]] Result<void> fetch(const ShaderRun& run);

 private:
  const Gl& gl_;
  FrameTexture frame_;
  FrameTexture before_;
  PictureTarget target_;
  GLuint params_ = 0;
  std::vector<std::byte> padded_;
};

class ComputeShader {
 public:
  [[nodiscard]] static Result<ComputeShader> create(const Gl& gl, std::string_view source);

  [[nodiscard]] Result<void> run(const Context& context, ShaderBench& bench,
                                 const ShaderRun& run) const;

 private:
  struct Uniform {
    std::string name;
    GLint location;
    GLenum type;
    GLsizei count;
  };

  ComputeShader(const Gl& gl, GlProgram program) : gl_(&gl), program_(std::move(program)) {}
  [[nodiscard]] Result<void> set(const Uniform& uniform, std::span<const std::byte> data) const;

  const Gl* gl_;
  GlProgram program_;
  std::vector<Uniform> uniforms_;
  std::size_t block_bytes_ = 0;  // 0: it has no block
};

}  // namespace dala::surface
