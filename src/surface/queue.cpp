#include "surface/queue.hpp"

#include "core/error.hpp"

namespace dala::surface {

Result<Sequence> Queue::put(std::unique_lock<std::mutex>& lock, std::span<const CommandBytes> parts,
                            Call* call) {
  std::size_t size = 0;
  for (const CommandBytes part : parts) size += part.size();
  const std::size_t needed = sizeof(Header) + size;
  // Calls are not limited: their callers wait, so there are never more of them than threads.
  const auto fits = [&] {
    return call != nullptr || waiting_.empty() || waiting_.size() + needed <= limit_;
  };
  if (!closed_ && !fits()) {
    // The render thread itself must not wait, since only it makes room.
    if (when_full_ == WhenFull::reject || on_render_thread())
      return fail(ErrorCode::queue_full, "the surface's queue of {} bytes is full", limit_);
    room_.wait(lock, [&] { return closed_ || fits(); });
  }
  if (closed_) return fail(ErrorCode::shut_down, "the surface was destroyed");
  const Header header{++last_, size, call};
  const auto append = [&](const void* data, std::size_t bytes) {
    const auto* first = static_cast<const std::byte*>(data);
    waiting_.insert(waiting_.end(), first, first + bytes);
  };
  append(&header, sizeof header);
  for (const CommandBytes part : parts) append(part.data(), part.size());
  if (idle_) {
    idle_ = false;
    work_.notify_one();
  }
  return header.sequence;
}

Result<Sequence> Queue::push(std::span<const CommandBytes> parts) {
  DALA_TRY(check_process());
  std::unique_lock lock(mutex_);
  return put(lock, parts, nullptr);
}

Result<void> Queue::run(Call& call) {
  if (on_render_thread())
    return fail(ErrorCode::invalid_argument,
                "a callback of the surface cannot wait for the surface itself");
  DALA_TRY(check_process());
  std::unique_lock lock(mutex_);
  DALA_TRY(put(lock, {}, &call));
  ended_.wait(lock, [&] { return call.done_; });
  return {};
}

void Queue::close() {
  const std::scoped_lock lock(mutex_);
  closed_ = true;
  work_.notify_all();
  room_.notify_all();
}

bool Queue::exchange() {
  std::unique_lock lock(mutex_);
  taken_.clear();
  // Shrinks the block after a long message, whose memory would otherwise be kept forever.
  if (taken_.capacity() > 2 * limit_ + (std::size_t{1} << 20)) taken_.shrink_to_fit();
  while (waiting_.empty() && !closed_) {
    idle_ = true;
    work_.wait(lock);
  }
  idle_ = false;
  if (waiting_.empty()) return false;
  std::swap(waiting_, taken_);
  room_.notify_all();
  return true;
}

void Queue::finish(Call& call) {
  const std::scoped_lock lock(mutex_);
  call.done_ = true;
  ended_.notify_all();
}

}  // namespace dala::surface
