#include "core/error.hpp"
#include "surface/gles/compute_shader.hpp"

namespace dala::surface {

ShaderBench::ShaderBench(const Gl& gl) : gl_(gl), frame_(gl), before_(gl), target_(gl) {
  gl_.GenBuffers(1, &params_);
}

ShaderBench::~ShaderBench() { gl_.DeleteBuffers(1, &params_); }

Result<void> ShaderBench::prepare(const ShaderRun& run, std::size_t block_bytes) {
  // A block's size is a multiple of 16, which is nothing that callers should have to know.
  if (run.params.size() > block_bytes || block_bytes - run.params.size() >= 16)
    return fail(ErrorCode::wrong_length,
                "the shader's block of parameters has {} bytes, and was given {}", block_bytes,
                run.params.size());
  if (frame_.width() != run.width || frame_.height() != run.height) {
    DALA_TRY(frame_.resize(run.width, run.height));
    DALA_TRY(before_.resize(run.width, run.height));
  }
  DALA_TRY(frame_.upload(run.pixels, frame_.all()));
  DALA_TRY(before_.upload(run.pixels, before_.all()));
  gl_.BindImageTexture(0, frame_.id(), 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA8);
  gl_.BindImageTexture(1, before_.id(), 0, GL_FALSE, 0, GL_READ_ONLY, GL_RGBA8);
  if (block_bytes == 0) return {};
  padded_.assign(run.params.begin(), run.params.end());
  padded_.resize(block_bytes);
  gl_.BindBuffer(GL_UNIFORM_BUFFER, params_);
  gl_.BufferData(GL_UNIFORM_BUFFER, static_cast<GLsizeiptr>(padded_.size()), padded_.data(),
                 GL_STREAM_DRAW);
  gl_.BindBufferBase(GL_UNIFORM_BUFFER, 0, params_);
  return {};
}

Result<void> ShaderBench::fetch(const ShaderRun& run) {
  DALA_TRY(target_.bind(frame_));
  read_pixels(gl_, run.width, run.height, run.pixels);
  return {};
}

}  // namespace dala::surface
