// The one set of threads everything runs on.
//
// A worker looks for work in this order: realtime tasks, loops that are already running and want
// help, other tasks. A thread that calls `parallel_for` always works on its own loop, so a pool of
// one thread, or a busy one, still makes progress.
//
// Idle workers spin before they sleep, because waking a sleeping thread costs more than most small
// commands: for 50 microseconds, or for a millisecond in a series of small commands; never more of
// them than leaves a core free.
//
// There are as many places at work as the pool has threads, and one thread more than places, which
// stands by. When nobody has ended anything for a while though something is ready, it takes the
// place of a worker that is stuck in long work, so that a kernel without end does not keep others
// from running. Whoever comes back from such work and finds no place left stands by.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <type_traits>
#include <vector>

#include <dala/core/error.hpp>

#include "core/threads/thread.hpp"

namespace dala {

// Where workers get tasks from.
class TaskSource {
 public:
  virtual ~TaskSource() = default;
  // Runs one task if there is one (with `only_realtime`, one of that class) and says whether it
  // did. Before it does, it notifies the pool if there are more.
  virtual bool run_one(bool only_realtime) = 0;
  // Whether there is one that nobody has begun.
  [[nodiscard]] virtual bool has_ready() const = 0;
};

class WorkerPool {
 public:
  // At most `threads` threads work on one loop, the calling one included. With `gives_way` the
  // workers have low priority.
  explicit WorkerPool(unsigned threads, bool gives_way = false);
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  // Starts the workers on tasks from `source`, which must outlive `stop`. Error `no_thread`, with
  // none left, where the system does not give as many.
  [[nodiscard]] Result<void> start(TaskSource& source);
  // Waits for the workers to finish what they are doing and ends them.
  void stop();

  // Tells the pool that the source has a new task.
  void notify();

  [[nodiscard]] unsigned threads() const { return threads_; }
  [[nodiscard]] bool gives_way() const { return gives_way_; }

  // Calls body(begin, end) over [0, count) in pieces of `grain` (the last may be shorter), on
  // several threads at once. Returns when all are done. The pieces do not depend on the number of
  // threads. Inside a body it runs serially. What a body throws first is thrown here, once nobody
  // is in the loop any more; where the command that this thread runs is cancelled, Cancelled is.
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

  // While it lives, a worker only waits for something, and another thread has its place.
  class Away {
   public:
    explicit Away(WorkerPool& pool);
    ~Away();
    Away(const Away&) = delete;
    Away& operator=(const Away&) = delete;

   private:
    WorkerPool& pool_;
  };

 private:
  using LoopBody = void (*)(void* context, std::size_t begin, std::size_t end);
  using Lock = std::unique_lock<std::mutex>;
  struct Loop;

  void run_loop(std::size_t count, std::size_t grain, LoopBody body, void* context);
  bool help_a_loop();
  void work();
  bool find_work();
  // Returns how long to spin next time.
  std::chrono::nanoseconds idle(std::uint32_t seen, std::chrono::nanoseconds spin);
  void wake(bool all);

  // worker_places.cpp, without the lock:
  // Returns with a place, or at the end.
  void get_place();
  // Gives it up for as long as there are more workers than places.
  void offer_place();
  void leave();
  void come_back();
  void come_back_from_long_work();
  // When every worker is idle, none is stuck: resets the count.
  void forget_stuck();
  // Tells the watching worker that something is ready and no worker is idle.
  void alarm();
  // With it:
  [[nodiscard]] int places() const { return static_cast<int>(threads_) + away_; }
  void count_surplus();
  void stand_by(Lock& lock);
  // Waits; says whether the workers are stuck beside something that is ready.
  [[nodiscard]] bool watch(Lock& lock);
  void add_spare();

  const unsigned threads_;
  const bool gives_way_;
  const int max_spinning_;  // one core stays free for whoever gives us work
  TaskSource* source_ = nullptr;
  bool started_ = false;
  std::atomic<bool> stopping_{false};
  std::atomic<std::uint32_t> news_{0};  // counts reasons to look for work
  std::atomic<int> spinning_{0};
  std::atomic<int> idle_{0};
  std::atomic<int> loops_waiting_{0};  // cheap test before taking the lock
  std::mutex mutex_;
  Loop* loops_ = nullptr;  // those with pieces left, guarded by mutex_

  // Who has a place.
  std::mutex places_mutex_;
  std::condition_variable places_changed_;
  std::vector<Thread> workers_;
  int out_ = 0;                  // workers that have a place
  int away_ = 0;                 // of those, workers that wait or are stuck, and are not counted
  int standing_by_ = 0;          // workers without a place
  bool watching_ = false;        // one of them looks whether the others are stuck
  std::atomic<int> surplus_{0};  // workers that are to give up their place
  std::atomic<int> stuck_{0};    // how many of those away are in long work
  std::atomic<bool> alarmed_{false};         // something is ready, and nobody was idle
  std::atomic<std::uint64_t> ended_{0};      // pieces of work
  std::atomic<std::uint64_t> stand_ins_{0};  // how often a worker was taken for stuck
};

}  // namespace dala
