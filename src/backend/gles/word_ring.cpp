#include "backend/gles/word_ring.hpp"

#include <cstring>

namespace dala::backend::gles {

WordRing::WordRing(const Gl& gl, std::size_t alignment) : gl_(&gl), alignment_(alignment) {
  gl.GenBuffers(1, &buffer_);
  gl.BindBuffer(GL_COPY_WRITE_BUFFER, buffer_);
  gl.BufferData(GL_COPY_WRITE_BUFFER, size, nullptr, GL_STREAM_DRAW);
}

void WordRing::clear() { gl_->DeleteBuffers(1, &buffer_); }

WordRing::Place WordRing::put(std::span<const std::uint32_t> words) {
  const std::size_t bytes = words.size_bytes();
  at_ = (at_ + alignment_ - 1) / alignment_ * alignment_;
  if (at_ + bytes > size) {
    gl_->Finish();
    at_ = 0;
    ++lap_;
  }
  gl_->BindBuffer(GL_COPY_WRITE_BUFFER, buffer_);
  void* to = gl_->MapBufferRange(
      GL_COPY_WRITE_BUFFER, static_cast<GLintptr>(at_), static_cast<GLsizeiptr>(bytes),
      GL_MAP_WRITE_BIT | GL_MAP_UNSYNCHRONIZED_BIT | GL_MAP_INVALIDATE_RANGE_BIT);
  if (to != nullptr) std::memcpy(to, words.data(), bytes);
  gl_->UnmapBuffer(GL_COPY_WRITE_BUFFER);
  const Place place{static_cast<GLintptr>(at_), lap_};
  at_ += bytes;
  return place;
}

}  // namespace dala::backend::gles
