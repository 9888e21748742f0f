// Decides when a task runs: streams, hazards, priorities, failures.
//
// On a device that returns before it has done the work (backend/device.hpp), a task that has run is
// launched, and ends when the device has passed the fence behind it. What follows it there is
// launched meanwhile, because the device keeps the order; what needs its results on the host waits
// for its end. Tasks end in the order they were launched in: one thread sleeps on the oldest fence,
// or whoever launches a task and waits for it.
//
// One lock guards the graph. It is held for list operations only, never while a task runs, a
// callback is called or memory is given back.
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <vector>

#include "compute/schedule/failure_log.hpp"
#include "compute/schedule/task.hpp"
#include "compute/schedule/task_table.hpp"
#include "core/threads/thread.hpp"
#include "core/threads/worker_pool.hpp"

namespace dala {

class TaskObserver {
 public:
  virtual ~TaskObserver() = default;
  // Called before the end is visible to others, with the scheduler's lock held, so it must be
  // short.
  virtual void task_ended(const Task& task, const Error* error) = 0;
};

class Scheduler final : public TaskSource {
 public:
  Scheduler(WorkerPool& pool, TaskObserver& observer);
  ~Scheduler() override;

  // For a device that returns early: tasks now end when their fences have passed. Call it before
  // the first task. Error `no_thread`.
  [[nodiscard]] Result<void> follow_fences();

  // A task to fill with work and accesses, then to hand to `submit` or `run_here`, or back.
  [[nodiscard]] Task& acquire();
  void release(Task& task);

  [[nodiscard]] Result<CommandId> submit(Task& task, std::shared_ptr<Stream::State> stream);
  // Returns when it has run: on this thread, or on a worker where the pool's threads have low
  // priority. The device may not have finished; such a task has no id and no fence.
  [[nodiscard]] Result<void> run(Task& task);
  // Waits until all it depends on has ended, and runs it on this thread.
  [[nodiscard]] Result<void> run_here(Task& task);
  // The same without waiting: if it depends on unfinished tasks, it is released and the result is
  // false.
  [[nodiscard]] Result<bool> try_run_here(Task& task);

  [[nodiscard]] CommandStatus poll(CommandId id);
  [[nodiscard]] Result<void> wait(CommandId id,
                                  std::optional<std::chrono::nanoseconds> timeout = std::nullopt);
  // Until nothing is in flight.
  [[nodiscard]] Result<void> drain();
  // As Compute::cancel.
  [[nodiscard]] Result<bool> cancel(CommandId id);

  bool run_one(bool only_realtime) override;
  [[nodiscard]] bool has_ready() const override { return ready_count_.load() > 0; }

  // Whether this thread is running a task or callback of any scheduler.
  [[nodiscard]] static bool on_worker();
  // Whether this thread is running a task of this scheduler.
  [[nodiscard]] bool runs_on_this_thread() const;

 private:
  // The stack of tasks that this thread is running: a task that waits may run others meanwhile.
  struct Running {
    Running(const Scheduler& of, const Task& at);
    ~Running();
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;

    const Scheduler* scheduler;
    const Task* task;
    const Running* outer;
  };
  [[nodiscard]] static const Running*& innermost();
  // How many tasks and callbacks this thread is running as a worker.
  [[nodiscard]] static int& worker_depth();
  struct ReadyList {
    Task* first = nullptr;
    Task* last = nullptr;
    void append(Task& task);
    void remove(Task& task);
  };

  using Lock = std::unique_lock<std::mutex>;

  // With the lock held.
  void enter(Task& task);
  // Puts it into a ready list; returns whether workers should be notified.
  bool enter_for_workers(Task& task);
  void wait_for(Task& task, Task& before, bool data);
  void make_ready(Task& task);
  void list(Task& ready);
  void take(Task& ready);
  // Whether `task` can be launched behind `before`, which has not ended.
  [[nodiscard]] static bool can_follow(const Task& task, const Task& before);
  // Makes the tasks ready that can run behind it on the device; returns how many are for workers.
  int let_follow(Task& launched);
  void unlist_launched(Task& task);
  void free_edge(Edge& edge);
  void lift(Task& task, Priority priority);
  void settle_hazards(Task& task, const std::shared_ptr<const Error>& error);
  int release_successors(Task& task, const std::shared_ptr<const Error>& error);
  void leave_stream(Task& task);
  // Calls each(before, data) for all that the task has to wait for.
  template <typename Each>
  static void each_before(const Task& task, Each&& each);
  // Searches the given tasks and all that they wait for; returns one that matches, or null.
  template <typename Match>
  [[nodiscard]] static Task* find_before(std::vector<Task*> tasks, Match&& match);
  // A ready task that `task` depends on, or `task` itself.
  [[nodiscard]] static Task* ready_before(Task& task);
  // Whether one of them depends on a task that this thread is running, so that waiting would
  // deadlock.
  [[nodiscard]] static bool waits_for_this_thread(std::vector<Task*> tasks);
  // A callback or kernel that waits occupies a worker. Meanwhile it runs the tasks that `pick`
  // returns, and lets another worker take its place when there are none.
  template <typename Done, typename Pick>
  void block_until(Lock& lock, Done&& done, Pick&& pick);
  [[nodiscard]] Result<void> wait_for_room(Lock& lock, const Stream::State& stream);
  [[nodiscard]] CommandStatus status_of_ended(CommandId id) const;

  // Waits for the oldest fence, with the lock released meanwhile, and ends its task.
  void end_oldest(Lock& lock);
  // The same until this task has ended, or until another thread waits for the fences.
  void end_up_to(Lock& lock, CommandId id);
  // Wakes the watcher where nobody waits for the oldest fence.
  void wake_watcher();

  // Without it.
  // What the thread does after running a task.
  enum class Then : std::uint8_t {
    other,
    looks_for_more,  // the next task
    ends_it,         // end_up_to, of what it has launched
  };
  Result<void> execute(Task& task, Then then = Then::other);
  [[nodiscard]] Result<void> outcome(Task& task);
  void end(Task& task, std::shared_ptr<const Error> error, Then then);
  [[nodiscard]] Result<void> put_fence(Task& task);
  // After a task has run: whether it is now launched and will end with its fence.
  [[nodiscard]] bool leave_launched(Task& task, const std::shared_ptr<const Error>& error,
                                    Then then);
  void watch();
  // Calls the callback of a launched task that has ended.
  void tell(Task& task);
  [[nodiscard]] Result<void> wait_for_launch(CommandId id);
  static void call_back(const CompletionCallback& callback, CommandId id, const Error* error);
  [[nodiscard]] Result<void> as_result(const CommandStatus& status) const;

  WorkerPool& pool_;
  TaskObserver& observer_;

  std::mutex mutex_;
  std::condition_variable changed_;  // a task ended, or one that runs_here became ready
  int waiting_ = 0;                  // threads in changed_
  int waiting_workers_ = 0;          // of those, workers, which would run what becomes ready
  CommandId last_id_ = 0;
  std::size_t in_flight_ = 0;
  std::atomic<int> ready_count_{0};  // cheap tests before taking the lock
  std::atomic<int> ready_realtime_{0};
  ReadyList ready_[3];  // by Priority
  std::vector<Task*> to_lift_;
  TaskTable table_;
  FailureLog failures_;
  std::deque<Task> tasks_;
  std::vector<Task*> free_tasks_;
  std::deque<Edge> edges_;
  Edge* free_edges_ = nullptr;  // linked through next_of_after

  bool asynchronous_ = false;       // follow_fences was called
  Task* first_launched_ = nullptr;  // in the order in which they end
  Task* last_launched_ = nullptr;
  std::condition_variable launched_;  // there is one, or the watcher is to end
  bool watcher_sleeps_ = false;
  bool watched_ = false;  // somebody waits for the oldest fence
  bool stopping_ = false;
  int untold_ = 0;                    // callbacks that wait for a worker
  Task::Clock::time_point last_end_;  // of a launched task
  Thread watcher_;
};

template <typename Each>
void Scheduler::each_before(const Task& task, Each&& each) {
  if (task.stream != nullptr && task.stream->last != nullptr) each(*task.stream->last, false);
  for (const Access& access : task.accesses) {
    const Access* write = access.hazard->last_write;
    if (access.write) {
      for (const Access* other = access.hazard->latest; other != write; other = other->earlier)
        each(*other->task, false);
    }
    if (write != nullptr) each(*write->task, !access.write);
  }
}

}  // namespace dala
