#include "backend/gles/session.hpp"

#include <algorithm>

#include "core/error.hpp"

namespace dala::backend::gles {

namespace {

constexpr std::size_t zero_block = std::size_t{1} << 20;
constexpr std::size_t most_kept_free = std::size_t{256} << 20;

constexpr GLuint64 moment_ns = 200'000;

}  // namespace

Result<std::unique_ptr<Session>> Session::create() {
  DALA_ASSIGN(auto context, Context::create());
  return std::unique_ptr<Session>(new Session(std::move(context)));
}

Session::Session(std::unique_ptr<Context> context) : context_(std::move(context)) {
  words_.emplace(gl(), description().limits.offset_alignment);
}

Session::~Session() {
  while (has_waiting()) poll(true);
  drop_pool();
  words_->clear();
  gl().Finish();
}

Result<void> Session::make_buffer(BufferObject& object, std::size_t bytes) {
  const std::size_t capacity = std::max<std::size_t>((bytes + 255) / 256 * 256, 256);
  object = {0, capacity, generation_};
  if (const auto kept = free_.find(capacity); kept != free_.end()) {
    object.id = kept->second;
    free_.erase(kept);
    free_bytes_ -= capacity;
  }
  for (int attempt = 0;; ++attempt) {
    while (gl().GetError() != GL_NO_ERROR) {
    }
    if (object.id == 0) gl().GenBuffers(1, &object.id);
    gl().BindBuffer(GL_COPY_WRITE_BUFFER, object.id);
    // Also for one that is used again: the driver finds it other storage where a launch that it has
    // not finished still reads the old one.
    gl().BufferData(GL_COPY_WRITE_BUFFER, static_cast<GLsizeiptr>(capacity), nullptr,
                    GL_DYNAMIC_COPY);
    if (gl().GetError() == GL_NO_ERROR) break;
    gl().DeleteBuffers(1, &object.id);
    object.id = 0;
    DALA_TRY(check());
    if (attempt > 0)
      return fail(ErrorCode::out_of_memory, "the device has no room for {} bytes", bytes);
    drop_pool();
  }
  clear(object.id, capacity);
  return {};
}

// ES has no call for this. With copies from a buffer of zeros, an NVIDIA driver gave zeros where
// something had been written since.
void Session::clear(GLuint buffer, std::size_t bytes) {
  gl().BindBuffer(GL_COPY_WRITE_BUFFER, buffer);
  static const std::vector<std::byte> zeros(zero_block);
  for (std::size_t at = 0; at < bytes; at += zero_block)
    gl().BufferSubData(GL_COPY_WRITE_BUFFER, static_cast<GLintptr>(at),
                       static_cast<GLsizeiptr>(std::min(zero_block, bytes - at)), zeros.data());
}

void Session::recycle(const BufferObject& object) {
  if (object.generation != generation_) return;
  if (free_bytes_ + object.capacity > most_kept_free) {
    gl().DeleteBuffers(1, &object.id);
    return;
  }
  free_.emplace(object.capacity, object.id);
  free_bytes_ += object.capacity;
}

void Session::drop_pool() {
  for (const auto& [capacity, id] : free_) gl().DeleteBuffers(1, &id);
  free_.clear();
  free_bytes_ = 0;
}

Result<void> Session::revive(BufferObject& object) {
  if (object.generation == generation_) return {};
  DALA_TRY(make_buffer(object, object.capacity));
  object.lost = true;
  return {};
}

void Session::when_done(Waiting& waiting) {
  waiting_.push_back({gl().FenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0), &waiting});
  gl().Flush();
}

void Session::poll(bool block) {
  std::size_t passed = 0;
  for (; passed < waiting_.size(); ++passed) {
    const GLenum state = gl().ClientWaitSync(waiting_[passed].sync, GL_SYNC_FLUSH_COMMANDS_BIT,
                                             block && passed == 0 ? moment_ns : 0);
    if (state == GL_TIMEOUT_EXPIRED) break;
  }
  // What resumes may wait again.
  const std::vector<Fence> ready(waiting_.begin(),
                                 waiting_.begin() + static_cast<std::ptrdiff_t>(passed));
  waiting_.erase(waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(passed));
  for (const Fence& fence : ready) {
    gl().DeleteSync(fence.sync);
    fence.waiting->resume(*this);
  }
}

Result<void> Session::check() {
  GLenum first = GL_NO_ERROR;
  for (GLenum error = gl().GetError(); error != GL_NO_ERROR; error = gl().GetError()) {
    if (first == GL_NO_ERROR) first = error;
    if (error == GL_CONTEXT_LOST_KHR) break;
  }
  if (lose_ || context_->is_lost()) return replace_context();
  if (first == GL_OUT_OF_MEMORY)
    return fail(ErrorCode::out_of_memory, "the OpenGL ES driver ran out of memory");
  if (first != GL_NO_ERROR) return fail(ErrorCode::internal, "OpenGL ES gave error 0x{:x}", first);
  return {};
}

Result<void> Session::replace_context() {
  lose_ = false;
  // Those who wait find out by the generation.
  std::vector<Fence> waiting;
  waiting.swap(waiting_);
  free_.clear();
  free_bytes_ = 0;
  words_.reset();
  context_.reset();
  ++generation_;
  auto made = Context::create();
  if (!made)
    return fail(ErrorCode::device_lost, "the device was lost and did not come back: {}",
                made.error().message);
  context_ = std::move(*made);
  words_.emplace(gl(), description().limits.offset_alignment);
  for (const Fence& fence : waiting) fence.waiting->resume(*this);
  return fail(ErrorCode::device_lost,
              "the device was reset; kernels are made again, but what its buffers held is lost");
}

void Session::report(Error error) {
  if (!report_) report_ = std::move(error);
}

std::optional<Error> Session::take_report() { return std::exchange(report_, std::nullopt); }

}  // namespace dala::backend::gles
