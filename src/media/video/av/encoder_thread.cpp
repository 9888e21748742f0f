#include "media/video/av/encoder_thread.hpp"

#include "core/error.hpp"

namespace dala::media::video {

EncoderThread::EncoderThread(Encode encode) : encode_(std::move(encode)) {}

Result<void> EncoderThread::start() {
  DALA_ASSIGN(thread_, Thread::start("encoding the video", [this] { work(); }));
  return {};
}

Result<PendingFrame*> EncoderThread::next() {
  DALA_TRY(process_.check("the video that is being written"));
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return !failed_ || filled_ - taken_ < frames_.size(); });
  if (!failed_) return std::unexpected(failed_.error());
  return &frames_[filled_ % frames_.size()];
}

void EncoderThread::send() {
  {
    const std::lock_guard lock(mutex_);
    ++filled_;
  }
  changed_.notify_all();
}

Result<void> EncoderThread::finish() {
  DALA_TRY(process_.check("the video that is being written"));
  stop();
  return failed_;
}

void EncoderThread::stop() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    stops_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void EncoderThread::work() {
  while (true) {
    PendingFrame* frame = nullptr;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return stops_ || taken_ != filled_; });
      if (taken_ == filled_ || !failed_) return;
      frame = &frames_[taken_ % frames_.size()];
    }
    auto done = encode_(*frame);
    {
      const std::lock_guard lock(mutex_);
      ++taken_;
      if (!done) failed_ = std::move(done);
    }
    changed_.notify_all();
  }
}

}  // namespace dala::media::video
