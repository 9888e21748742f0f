#include "backend/gles/word_ring.hpp"

namespace dala::backend::gles {

WordRing::WordRing(const Gl& gl, std::size_t alignment)
    : gl_(&gl), alignment_(std::max(alignment, cache_lines)) {
  gl.GenBuffers(1, &buffer_);
  gl.BindBuffer(GL_COPY_WRITE_BUFFER, buffer_);
  gl.BufferData(GL_COPY_WRITE_BUFFER, size, nullptr, GL_DYNAMIC_DRAW);
}

void WordRing::clear() { gl_->DeleteBuffers(1, &buffer_); }

WordRing::Place WordRing::put(std::span<const std::uint32_t> words) {
  const std::size_t bytes = words.size_bytes();
  at_ = (at_ + alignment_ - 1) / alignment_ * alignment_;
  if (at_ + bytes > size) {
    at_ = 0;
    ++lap_;
  }
  gl_->BindBuffer(GL_COPY_WRITE_BUFFER, buffer_);
  gl_->BufferSubData(GL_COPY_WRITE_BUFFER, static_cast<GLintptr>(at_),
                     static_cast<GLsizeiptr>(bytes), words.data());
  const Place place{static_cast<GLintptr>(at_), lap_};
  at_ += bytes;
  return place;
}

}  // namespace dala::backend::gles
