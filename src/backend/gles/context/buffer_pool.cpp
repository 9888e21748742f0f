#include "backend/gles/context/buffer_pool.hpp"

#include <algorithm>

namespace dala::backend::gles {

namespace {

constexpr std::size_t most_kept = std::size_t{256} << 20;

}  // namespace

GLuint BufferPool::make(std::size_t capacity) const {
  while (gl_->GetError() != GL_NO_ERROR) {
  }
  GLuint buffer = 0;
  gl_->GenBuffers(1, &buffer);
  gl_->BindBuffer(GL_COPY_WRITE_BUFFER, buffer);
  gl_->BufferData(GL_COPY_WRITE_BUFFER, static_cast<GLsizeiptr>(capacity), nullptr,
                  GL_DYNAMIC_COPY);
  if (gl_->GetError() == GL_NO_ERROR) return buffer;
  gl_->DeleteBuffers(1, &buffer);
  return 0;
}

GLuint BufferPool::take(std::size_t capacity) {
  look_at_fences();
  const auto free_end = kept_.begin() + static_cast<std::ptrdiff_t>(passed_);
  const auto found = std::ranges::find(kept_.begin(), free_end, capacity, &Kept::capacity);
  if (found != free_end) {
    const GLuint buffer = found->buffer;
    kept_.erase(found);
    --passed_;
    bytes_ -= capacity;
    return buffer;
  }
  if (const GLuint buffer = make(capacity); buffer != 0) return buffer;
  clear();
  return make(capacity);
}

void BufferPool::give(GLuint buffer, std::size_t capacity) {
  kept_.push_back({buffer, capacity, gl_->FenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0)});
  bytes_ += capacity;
  if (bytes_ > most_kept) trim();
}

void BufferPool::look_at_fences() {
  while (passed_ < kept_.size()) {
    Kept& next = kept_[passed_];
    if (gl_->ClientWaitSync(next.last_use, GL_SYNC_FLUSH_COMMANDS_BIT, 0) == GL_TIMEOUT_EXPIRED)
      return;
    gl_->DeleteSync(next.last_use);
    next.last_use = nullptr;
    ++passed_;
  }
}

void BufferPool::trim() {
  look_at_fences();
  while (bytes_ > most_kept && passed_ > 0) {
    gl_->DeleteBuffers(1, &kept_.front().buffer);
    bytes_ -= kept_.front().capacity;
    kept_.pop_front();
    --passed_;
  }
}

void BufferPool::clear() {
  gl_->Finish();
  for (const Kept& kept : kept_) {
    if (kept.last_use != nullptr) gl_->DeleteSync(kept.last_use);
    gl_->DeleteBuffers(1, &kept.buffer);
  }
  kept_.clear();
  passed_ = 0;
  bytes_ = 0;
}

}  // namespace dala::backend::gles
