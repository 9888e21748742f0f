// A launch with a time limit: the caller waits for it, and stops it when it takes too long.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>

#include "backend/gles/context/session.hpp"

namespace dala::backend::gles {

class WatchedLaunch final : public Waiting {
 public:
  // On the GL thread: right before the dispatch, and where there is none.
  void begin(Session& session);
  void end(Result<void> how);
  void resume(Session& session) override;

  // On the caller's: until the device is done. Whether it was stopped, because it took longer than
  // `limit` from its beginning.
  [[nodiscard]] Result<bool> wait(std::chrono::nanoseconds limit);

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  StopSwitch* stop_ = nullptr;
  std::optional<Result<void>> how_;
  bool heeded_ = false;
};

}  // namespace dala::backend::gles
