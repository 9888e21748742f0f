// Decides when a task runs: streams, hazards, priorities, failures.
//
// One lock guards the graph. It is held for list operations only, never while a task runs, a
// callback is called or memory is given back.
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <vector>

#include "compute/failure_log.hpp"
#include "compute/task.hpp"
#include "compute/task_table.hpp"
#include "core/worker_pool.hpp"

namespace dala {

class TaskObserver {
 public:
  virtual ~TaskObserver() = default;
  // Before anybody else can see the end; with the scheduler's lock held, so it must be short.
  virtual void task_ended(const Task& task, const Error* error) = 0;
};

class Scheduler final : public TaskSource {
 public:
  Scheduler(WorkerPool& pool, TaskObserver& observer);
  ~Scheduler() override;

  // A task to fill with work and accesses, then to hand to `submit` or `run_here`, or back.
  [[nodiscard]] Task& acquire();
  void release(Task& task);

  [[nodiscard]] Result<CommandId> submit(Task& task, std::shared_ptr<Stream::State> stream);
  // Returns when it has run: on this thread, or where the pool gives way, on a worker.
  [[nodiscard]] Result<void> run(Task& task);
  // Waits until nothing is in its way and runs it on this thread.
  [[nodiscard]] Result<void> run_here(Task& task);
  // The same without waiting: where something is in its way it is given back, and the answer is
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
  // Whether this thread is in the middle of a task of this scheduler.
  [[nodiscard]] bool runs_on_this_thread() const;

 private:
  // The tasks that this thread is in the middle of: one may wait and run others meanwhile.
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
  struct ReadyList {
    Task* first = nullptr;
    Task* last = nullptr;
    void append(Task& task);
    void remove(Task& task);
  };

  using Lock = std::unique_lock<std::mutex>;

  // With the lock held.
  void enter(Task& task);
  // Enters it where workers find it; says whether there is something for them now.
  bool enter_for_workers(Task& task);
  void wait_for(Task& task, Task& before, bool data);
  void make_ready(Task& task);
  void list(Task& ready);
  void take(Task& ready);
  void lift(Task& task, Priority priority);
  void settle_hazards(Task& task, const std::shared_ptr<const Error>& error);
  int release_successors(Task& task, const std::shared_ptr<const Error>& error);
  void leave_stream(Task& task);
  // Calls each(before, data) for all that the task has to wait for.
  template <typename Each>
  static void each_before(const Task& task, Each&& each);
  // Of the tasks given and those they wait for, one that matches.
  template <typename Match>
  [[nodiscard]] static Task* find_before(std::vector<Task*> tasks, Match&& match);
  // One that a worker could run now so that `task` comes nearer to its end.
  [[nodiscard]] static Task* ready_before(Task& task);
  // Whether one of them cannot end before a task that this thread is in the middle of.
  [[nodiscard]] static bool waits_for_this_thread(std::vector<Task*> tasks);
  // A callback or a kernel that waits occupies a worker. It runs what `pick` says is in the way,
  // and leaves its place to another worker when nothing is.
  template <typename Done, typename Pick>
  void block_until(Lock& lock, Done&& done, Pick&& pick);
  [[nodiscard]] Result<void> wait_for_room(Lock& lock, const Stream::State& stream);
  [[nodiscard]] CommandStatus status_of_ended(CommandId id) const;

  // Without it.
  // With `comes_back` this thread looks for the next task right afterwards.
  Result<void> execute(Task& task, bool comes_back = false);
  [[nodiscard]] Result<void> outcome(Task& task);
  void end(Task& task, const Result<void>& result, bool comes_back);
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
};

template <typename Each>
void Scheduler::each_before(const Task& task, Each&& each) {
  if (task.stream != nullptr && task.stream->last != nullptr) each(*task.stream->last, false);
  for (const Access& access : task.accesses) {
    const Access* write = access.hazard->last_write();
    if (access.write) {
      for (const Access* other = access.hazard->latest; other != write; other = other->earlier)
        each(*other->task, false);
    }
    if (write != nullptr) each(*write->task, !access.write);
  }
}

}  // namespace dala
