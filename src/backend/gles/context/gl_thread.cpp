#include "backend/gles/context/gl_thread.hpp"

#include <chrono>
#include <optional>

#include "core/error.hpp"

namespace dala::backend::gles {

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto spin_time = std::chrono::microseconds(30);

// Until `ready`, or for a while.
template <typename Ready>
bool spin(Ready ready) {
  const Clock::time_point end = Clock::now() + spin_time;
  do {
    if (ready()) return true;
    std::this_thread::yield();
  } while (Clock::now() < end);
  return false;
}

}  // namespace

void Signal::set() {
  // Under the lock to the end: the waiting thread destroys this once it may go on.
  const std::lock_guard lock(mutex_);
  set_.store(true, std::memory_order_release);
  changed_.notify_one();
}

void Signal::wait() {
  spin([&] { return set_.load(std::memory_order_acquire); });
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return set_.load(std::memory_order_acquire); });
}

Result<std::unique_ptr<GlThread>> GlThread::start() {
  auto thread = std::unique_ptr<GlThread>(new GlThread);
  std::optional<Error> failed;
  Signal started;
  const auto work = [&failed, &started, self = thread.get()] {
    auto session = Session::create();
    if (session) {
      self->description_ = (*session)->description();
      self->session_ = session->get();
    } else {
      failed = session.error();
    }
    started.set();
    if (session) self->loop(**session);
  };
  DALA_ASSIGN(thread->thread_, Thread::start("OpenGL ES", work));
  started.wait();
  if (failed) {
    thread->thread_.join();
    return std::unexpected(std::move(*failed));
  }
  return thread;
}

GlThread::~GlThread() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
    wake_.notify_one();
  }
  thread_.join();
}

void GlThread::post(GlCommand& command) {
  command.next_ = nullptr;
  const std::lock_guard lock(mutex_);
  (last_ != nullptr ? last_->next_ : first_) = &command;
  last_ = &command;
  has_posted_.store(true, std::memory_order_release);
  if (asleep_) wake_.notify_one();
}

// All that was posted, oldest first. Null when nothing was and there is no time to wait for it, or
// when the thread is to end.
GlCommand* GlThread::take(bool wait) {
  if (wait) spin([&] { return has_posted_.load(std::memory_order_acquire); });
  std::unique_lock lock(mutex_);
  if (wait) {
    asleep_ = true;
    wake_.wait(lock, [&] { return first_ != nullptr || stop_; });
    asleep_ = false;
  }
  has_posted_.store(false, std::memory_order_relaxed);
  last_ = nullptr;
  return std::exchange(first_, nullptr);
}

void GlThread::loop(Session& session) {
  while (true) {
    GlCommand* command = take(!session.has_waiting());
    if (command == nullptr && !session.has_waiting()) return;
    const bool idle = command == nullptr;
    while (command != nullptr) {
      GlCommand* next = command->next_;  // the command may be gone once it has run
      command->run(session);
      command = next;
      // Completed one by one, so that whoever waits for the first does not wait for the rest.
      if (command != nullptr && session.has_waiting()) session.poll(false);
    }
    if (session.has_waiting()) session.poll(idle);
  }
}

}  // namespace dala::backend::gles
