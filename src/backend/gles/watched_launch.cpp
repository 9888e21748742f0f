#include "backend/gles/watched_launch.hpp"

#include <algorithm>

#include "core/threads/stop.hpp"

namespace dala::backend::gles {

namespace {

// How often a launch that takes too long is told to end.
constexpr auto between_asking = std::chrono::milliseconds(2);
// How often the waiting thread polls whether the command was cancelled, since cancelling does not
// wake it.
constexpr auto between_looks = std::chrono::milliseconds(20);

}  // namespace

void WatchedLaunch::begin(Session& session) {
  const std::lock_guard lock(mutex_);
  stop_ = &session.stop_switch();
  changed_.notify_one();
}

void WatchedLaunch::resume(Session& session) {
  Result<void> how = session.check();
  const bool heeded = session.stop_switch().was_heeded();
  const std::lock_guard lock(mutex_);
  heeded_ = heeded;
  how_ = std::move(how);
  changed_.notify_one();
}

void WatchedLaunch::end(Result<void> how) {
  const std::lock_guard lock(mutex_);
  how_ = std::move(how);
  changed_.notify_one();
}

Result<bool> WatchedLaunch::wait(std::chrono::nanoseconds limit) {
  std::unique_lock lock(mutex_);
  const auto is_done = [this] { return how_.has_value(); };
  changed_.wait(lock, [&] { return stop_ != nullptr || is_done(); });
  // Waiting until a time that does not fit the clock would end at once.
  const auto most = std::min<std::chrono::nanoseconds>(limit, std::chrono::hours(24 * 365));
  const auto deadline = std::chrono::steady_clock::now() + most;
  const auto is_over = [&] {
    return is_set(current_stop()) || std::chrono::steady_clock::now() >= deadline;
  };
  while (!is_done() && !is_over())
    changed_.wait_until(lock, std::min(deadline, std::chrono::steady_clock::now() + between_looks),
                        is_done);
  while (!is_done()) {
    stop_->ask();
    changed_.wait_for(lock, between_asking, is_done);
  }
  if (!*how_) return std::unexpected(std::move(how_->error()));
  return heeded_;
}

}  // namespace dala::backend::gles
