#include "backend/gles/fence.hpp"

#include "core/error.hpp"

namespace dala::backend::gles {

SyncFence::~SyncFence() {
  if (marked_) passed_.wait();
}

Result<void> SyncFence::mark() {
  passed_.reset();
  marked_ = true;
  thread_->post(*this);
  return {};
}

void SyncFence::run(Session& session) {
  generation_ = session.generation();
  session.when_done(*this);
}

void SyncFence::resume(Session& session) {
  result_ = session.check();
  if (result_ && session.generation() != generation_)
    result_ = fail(ErrorCode::device_lost, "the device was lost before it had done this");
  if (auto report = session.take_report()) result_ = std::unexpected(std::move(*report));
  passed_.set();
}

Result<void> SyncFence::wait() {
  passed_.wait();
  marked_ = false;
  return std::move(result_);
}

}  // namespace dala::backend::gles
