// Frames that are encoded on a thread of their own, while the caller makes the next one.
#pragma once

#include <array>
#include <condition_variable>
#include <functional>
#include <mutex>

#include "core/threads/thread.hpp"
#include "media/video/av/av.hpp"

namespace dala::media::video {

// A frame on its way into the encoder.
struct PendingFrame {
  Frame frame{av_frame_alloc()};
  VideoTime time{};
  std::int64_t duration = 0;  // in the encoder's ticks; 0 where it was not said
  std::int64_t step = 0;      // since the frame before
};

class EncoderThread {
 public:
  using Encode = std::function<Result<void>(PendingFrame&)>;

  explicit EncoderThread(Encode encode);
  // Before anything else is called.
  [[nodiscard]] Result<void> start();
  EncoderThread(const EncoderThread&) = delete;
  EncoderThread& operator=(const EncoderThread&) = delete;
  ~EncoderThread() { stop(); }

  // Memory for the next frame; waits for it. An error is that of a frame before.
  [[nodiscard]] Result<PendingFrame*> next();
  // What `next` gave is a frame now.
  void send();
  // Waits for the last one. Nothing is encoded from then on.
  [[nodiscard]] Result<void> finish();

  [[nodiscard]] std::span<PendingFrame> frames() { return frames_; }

 private:
  void stop();
  void work();

  const Encode encode_;
  std::array<PendingFrame, 3> frames_;  // one is encoded, one waits, one is being filled
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t filled_ = 0;
  std::size_t taken_ = 0;
  bool stops_ = false;
  Result<void> failed_;
  const ProcessStamp process_;
  Thread thread_;
};

}  // namespace dala::media::video
