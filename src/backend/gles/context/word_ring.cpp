#include "backend/gles/context/word_ring.hpp"

namespace dala::backend::gles {

WordRing::WordRing(const Gl& gl, BufferPool& pool)
    : gl_(&gl), pool_(&pool), buffer_(pool.take(size)) {}

void WordRing::clear() { gl_->DeleteBuffers(1, &buffer_); }

WordRing::Place WordRing::put(std::span<const std::uint32_t> words) {
  const std::size_t bytes = words.size_bytes();
  at_ = (at_ + alignment - 1) / alignment * alignment;
  if (at_ + bytes > size) {
    pool_->give(buffer_, size);
    buffer_ = pool_->take(size);
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
