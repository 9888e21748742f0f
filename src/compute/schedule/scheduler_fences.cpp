// Launched tasks, which the device is still working on: which tasks may be launched behind them,
// and how they end.
#include <algorithm>

#include "compute/schedule/scheduler.hpp"
#include "core/error.hpp"

namespace dala {

Result<void> Scheduler::follow_fences() {
  DALA_ASSIGN(watcher_, Thread::start("the fences of a device", [this] { watch(); }));
  asynchronous_ = true;
  return {};
}

bool Scheduler::can_follow(const Task& task, const Task& before) {
  return task.queues && before.state == TaskState::launched && before.failed == nullptr;
}

int Scheduler::let_follow(Task& launched) {
  int freed = 0;
  bool here = false;
  for (Edge* edge = launched.waited_by; edge != nullptr; edge = edge->next_of_before) {
    if (edge->after == nullptr || !edge->blocks || !edge->after->queues) continue;
    edge->blocks = false;
    Task& after = *edge->after;
    if (--after.blockers > 0) continue;
    make_ready(after);
    if (after.runs_here)
      here = true;
    else
      ++freed;
  }
  // Wakes threads that wait for its launch, or to run a task themselves.
  if (waiting_ > 0 && (here || pool_.gives_way())) changed_.notify_all();
  return freed;
}

Result<void> Scheduler::put_fence(Task& task) {
  if (task.fence == nullptr) {
    DALA_ASSIGN(task.fence, task.work.device->make_fence());
  }
  return task.fence->mark();
}

// Even a task that has failed or has no fence ends after those launched before it, because the last
// writer of a buffer decides whether it is damaged.
bool Scheduler::leave_launched(Task& task, const std::shared_ptr<const Error>& error, Then then) {
  int freed = 0;
  {
    const Lock lock(mutex_);
    if (first_launched_ == nullptr && (error != nullptr || !task.fenced)) return false;
    task.state = TaskState::launched;
    task.failed = error;
    task.next_launched = nullptr;
    (first_launched_ != nullptr ? last_launched_->next_launched : first_launched_) = &task;
    last_launched_ = &task;
    if (error == nullptr) freed = let_follow(task);
    if (then != Then::ends_it) wake_watcher();
  }
  // From here on the thread that waits for fences may end and recycle the task.
  if (freed > (then == Then::looks_for_more ? 1 : 0)) pool_.notify();
  return true;
}

void Scheduler::unlist_launched(Task& task) {
  first_launched_ = task.next_launched;
  // The device started it when it had finished the one before.
  task.started = std::max(task.started, last_end_);
  last_end_ = task.ended;
}

void Scheduler::watch() {
  // A task may hold the last reference to a Compute, whose end this thread cannot wait for.
  ++worker_depth();
  Lock lock(mutex_);
  while (true) {
    watcher_sleeps_ = true;
    launched_.wait(lock, [&] { return (first_launched_ != nullptr && !watched_) || stopping_; });
    watcher_sleeps_ = false;
    if (first_launched_ == nullptr) return;
    end_oldest(lock);
  }
}

void Scheduler::wake_watcher() {
  if (watcher_sleeps_ && !watched_ && first_launched_ != nullptr) launched_.notify_one();
}

void Scheduler::end_oldest(Lock& lock) {
  watched_ = true;
  Task& oldest = *first_launched_;
  lock.unlock();
  std::shared_ptr<const Error> error = oldest.failed;
  if (error == nullptr && oldest.fenced)
    if (auto passed = oldest.fence->wait(); !passed)
      error = std::make_shared<const Error>(std::move(passed.error()));
  end(oldest, std::move(error), Then::other);
  lock.lock();
  watched_ = false;
}

void Scheduler::end_up_to(Lock& lock, CommandId id) {
  while (!watched_ && first_launched_ != nullptr && table_.find(id) != nullptr) end_oldest(lock);
  wake_watcher();
}

void Scheduler::tell(Task& task) {
  {
    const Lock lock(mutex_);
    --untold_;
    if (waiting_ > 0) changed_.notify_all();
  }
  call_back(task.on_complete, task.told_id, task.failed.get());
  release(task);
}

}  // namespace dala
