// Frames from one thread to the next, a few at a time, in memory that goes round.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <vector>

#include <dala/media/video.hpp>

namespace dala::media::video {

class FrameQueue {
 public:
  // Enough to even out key frames, which take longer.
  static constexpr std::size_t most = 3;
  explicit FrameQueue(std::size_t frames = most) : frames_(frames) {}

  // Puts the frame in and leaves one with old memory in its place. Waits while the queue is full;
  // false once it is abandoned.
  bool put(VideoFrame& frame) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return count_ < frames_.size() || abandoned_; });
    if (abandoned_) return false;
    std::swap(frame, frames_[(first_ + count_) % frames_.size()]);
    ++count_;
    changed_.notify_all();
    return true;
  }

  // No more will be put in: what is there is still taken out, then the error, if any, is.
  void close(Result<void> how) {
    const std::lock_guard lock(mutex_);
    closed_ = std::move(how);
    changed_.notify_all();
  }

  // No more will be taken out.
  void abandon() {
    const std::lock_guard lock(mutex_);
    abandoned_ = true;
    changed_.notify_all();
  }

  [[nodiscard]] bool abandoned() {
    const std::lock_guard lock(mutex_);
    return abandoned_;
  }

  enum class Taken : std::uint8_t { frame, end, nothing_yet };
  // The other way round, for at most so long.
  [[nodiscard]] Result<Taken> take(VideoFrame& frame, std::chrono::milliseconds time) {
    std::unique_lock lock(mutex_);
    if (!changed_.wait_for(lock, time, [&] { return count_ > 0 || closed_; }))
      return Taken::nothing_yet;
    if (count_ == 0) {
      if (!*closed_) return std::unexpected(closed_->error());
      return Taken::end;
    }
    std::swap(frame, frames_[first_]);
    first_ = (first_ + 1) % frames_.size();
    --count_;
    changed_.notify_all();
    return Taken::frame;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<VideoFrame> frames_;
  std::size_t first_ = 0;
  std::size_t count_ = 0;
  std::optional<Result<void>> closed_;
  bool abandoned_ = false;
};

}  // namespace dala::media::video
