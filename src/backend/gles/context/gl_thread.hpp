// The one thread that calls OpenGL ES. Others hand it commands, which it runs in order.
#pragma once

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <type_traits>
#include <utility>

#include "backend/gles/context/session.hpp"
#include "core/threads/thread.hpp"

namespace dala::backend::gles {

// Something to do on the thread. Whoever posts it keeps it alive until it has run.
class GlCommand {
 public:
  virtual ~GlCommand() = default;
  virtual void run(Session& session) = 0;

 private:
  friend class GlThread;
  GlCommand* next_ = nullptr;
};

// A flag that one thread waits for. Most waits are short, so it spins before it sleeps.
class Signal {
 public:
  void set();
  void wait();
  [[nodiscard]] bool is_set() const { return set_.load(std::memory_order_acquire); }
  // For another time, once nobody waits for it any more.
  void reset() { set_.store(false, std::memory_order_relaxed); }

 private:
  std::atomic<bool> set_ = false;
  std::mutex mutex_;
  std::condition_variable changed_;
};

class GlThread {
 public:
  [[nodiscard]] static Result<std::unique_ptr<GlThread>> start();
  // Runs what was posted, then ends the thread and its context.
  ~GlThread();
  GlThread(const GlThread&) = delete;
  GlThread& operator=(const GlThread&) = delete;

  // As it was when the thread started.
  [[nodiscard]] const Description& description() const { return description_; }

  // How often the context was lost. From any thread.
  [[nodiscard]] std::uint64_t losses() const { return session_->generation() - 1; }
  // What loop_limit.hpp found out about the driver; 0 before.
  [[nodiscard]] std::atomic<std::int64_t>& known_loop_limit() { return known_loop_limit_; }

  // What rounding.hpp found out about it.
  enum class Rounding : std::uint8_t { unknown, nearest, other };
  [[nodiscard]] std::atomic<Rounding>& known_rounding() { return known_rounding_; }

  void post(GlCommand& command);

  // Runs `work(session)` on the thread, after all that was posted before, and returns its result.
  template <typename Work>
  auto call(Work&& work) {
    using Value = std::invoke_result_t<Work, Session&>;
    struct Call final : GlCommand {
      explicit Call(Work& given) : work(given) {}
      void run(Session& session) override {
        value.emplace(work(session));
        done.set();
      }
      Work& work;
      std::optional<Value> value;
      Signal done;
    };
    Call command(work);
    post(command);
    command.done.wait();
    return std::move(*command.value);
  }

 private:
  GlThread() = default;
  void loop(Session& session);
  [[nodiscard]] GlCommand* take(bool wait);

  Description description_;
  const Session* session_ = nullptr;  // while the thread runs
  std::atomic<std::int64_t> known_loop_limit_ = 0;
  std::atomic<Rounding> known_rounding_ = Rounding::unknown;
  std::mutex mutex_;
  std::condition_variable wake_;
  GlCommand* first_ = nullptr;
  GlCommand* last_ = nullptr;
  std::atomic<bool> has_posted_ = false;
  bool asleep_ = false;
  bool stop_ = false;
  Thread thread_;
};

}  // namespace dala::backend::gles
