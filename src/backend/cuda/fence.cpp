#include "backend/cuda/fence.hpp"

#include "core/error.hpp"
#include "core/threads/spin.hpp"

namespace dala::backend::cuda {

namespace {

// Spins for a moment first: small kernels are done before a thread could sleep and wake up.
constexpr auto fence_spin = std::chrono::microseconds(30);

}  // namespace

EventFence::~EventFence() {
  if (event_ == nullptr) return;
  // An event that is still in the stream is freed by the driver when it has passed.
  if (const auto use = session_->use(); use && use->generation() == generation_)
    use->driver().EventDestroy(event_);
}

Result<void> EventFence::mark() {
  DALA_ASSIGN(const Use use, session_->use());
  if (event_ == nullptr || generation_ != use.generation()) {
    event_ = nullptr;  // what there was went with its context
    DALA_TRY(
        use.check(use.driver().EventCreate(&event_, event_disable_timing | event_blocking_sync),
                  "making an event"));
    generation_ = use.generation();
  }
  return use.check(use.driver().EventRecord(event_, use.own_stream()), "putting up a fence");
}

bool EventFence::is_passed() {
  const auto use = session_->use();
  return !use || use->generation() != generation_ ||
         use->driver().EventQuery(event_) != status::not_ready;
}

Result<void> EventFence::wait() {
  DALA_ASSIGN(const Use use, session_->use());
  if (use.generation() != generation_)
    return fail(ErrorCode::device_lost, "the device was lost before it had done this");
  Status state = status::not_ready;
  spin_until(fence_spin, [&] {
    state = use.driver().EventQuery(event_);
    return state != status::not_ready;
  });
  if (state == status::not_ready) state = use.driver().EventSynchronize(event_);
  return use.check(state, "waiting for the device");
}

}  // namespace dala::backend::cuda
