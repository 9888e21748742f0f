// The one set of threads everything runs on.
//
// A worker looks for work in this order: realtime tasks, loops that are already running and want
// help, other tasks. A thread that calls `parallel_for` always works on its own loop, so a pool of
// one thread, or a busy one, still makes progress.
//
// Idle workers spin before they sleep, because waking a sleeping thread costs more than most small
// commands: for 50 microseconds, or for a millisecond in a series of small commands; never more of
// them than leaves a core free.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <thread>
#include <type_traits>
#include <vector>

namespace dala {

// Where workers get tasks from.
class TaskSource {
 public:
  virtual ~TaskSource() = default;
  // Runs one task if there is one (with `only_realtime`, one of that class) and says whether it
  // did.
  virtual bool run_one(bool only_realtime) = 0;
};

class WorkerPool {
 public:
  // At most `threads` threads work on one loop, the calling one included. Workers that give way let
  // other threads go first.
  explicit WorkerPool(unsigned threads, bool gives_way = false);
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  // Starts the workers on tasks from `source`, which must outlive `stop`.
  void start(TaskSource& source);
  // Waits for the workers to finish what they are doing and ends them.
  void stop();

  // Tells the pool that the source has a new task.
  void notify();

  [[nodiscard]] unsigned threads() const { return threads_; }
  [[nodiscard]] bool gives_way() const { return gives_way_; }

  // Calls body(begin, end) over [0, count) in pieces of `grain` (the last may be shorter), on
  // several threads at once. Returns when all are done. The pieces do not depend on the number of
  // threads. Inside a body it runs serially.
  template <typename Body>
  void parallel_for(std::size_t count, std::size_t grain, Body&& body) {
    using Plain = std::remove_reference_t<Body>;
    run_loop(
        count, grain == 0 ? 1 : grain,
        [](void* context, std::size_t begin, std::size_t end) {
          (*static_cast<Plain*>(context))(begin, end);
        },
        const_cast<void*>(static_cast<const void*>(&body)));
  }

 private:
  using LoopBody = void (*)(void* context, std::size_t begin, std::size_t end);
  struct Loop;

  void run_loop(std::size_t count, std::size_t grain, LoopBody body, void* context);
  bool help_a_loop();
  void work();
  bool find_work();
  // Returns how long to spin next time.
  std::chrono::nanoseconds idle(std::uint32_t seen, std::chrono::nanoseconds spin);
  void wake(bool all);

  const unsigned threads_;
  const bool gives_way_;
  const int max_spinning_;  // one core stays free for whoever gives us work
  TaskSource* source_ = nullptr;
  std::vector<std::thread> workers_;
  std::atomic<bool> stopping_{false};
  std::atomic<std::uint32_t> news_{0};  // counts reasons to look for work
  std::atomic<int> spinning_{0};
  std::atomic<int> loops_waiting_{0};  // cheap test before taking the lock
  std::mutex mutex_;
  Loop* loops_ = nullptr;  // those with pieces left, guarded by mutex_
};

}  // namespace dala
