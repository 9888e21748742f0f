// How threads wait for tasks, and how tasks are cancelled.
#include <unordered_set>

#include "compute/schedule/scheduler.hpp"
#include "core/error.hpp"
#include "core/threads/spin.hpp"

namespace dala {

namespace {

constexpr auto wait_spin = std::chrono::microseconds(20);
// The longest time limit: a deadline much further away would overflow the clock.
constexpr std::chrono::nanoseconds longest_wait = std::chrono::hours(24 * 365);

}  // namespace

CommandStatus Scheduler::poll(CommandId id) {
  const Lock lock(mutex_);
  if (table_.find(id) != nullptr) return {};
  return status_of_ended(id);
}

CommandStatus Scheduler::status_of_ended(CommandId id) const {
  const auto failed = [](Error error) {
    return CommandStatus{CommandState::failed, std::move(error)};
  };
  if (id == 0 || id > last_id_)
    return failed({ErrorCode::unknown_command, format("no command has the id {}", id)});
  if (const Error* error = failures_.find(id)) return failed(*error);
  if (id <= failures_.forgotten())
    return failed({ErrorCode::expired_command,
                   format("command {} ended so long ago that its result is no longer kept", id)});
  return {CommandState::completed, std::nullopt};
}

Result<void> Scheduler::as_result(const CommandStatus& status) const {
  if (status.error) return std::unexpected(*status.error);
  return {};
}

template <typename Match>
Task* Scheduler::find_before(std::vector<Task*> tasks, Match&& match) {
  std::unordered_set<const Task*> seen;
  while (!tasks.empty()) {
    Task* task = tasks.back();
    tasks.pop_back();
    if (!seen.insert(task).second) continue;
    if (match(*task)) return task;
    // All that it depends on is launched as well, so there is nothing to run.
    if (task->state == TaskState::launched) continue;
    for (const Edge* edge = task->waiting_for; edge != nullptr; edge = edge->next_of_after)
      if (edge->before != nullptr) tasks.push_back(edge->before);
  }
  return nullptr;
}

Task* Scheduler::ready_before(Task& task) {
  return find_before({&task},
                     [](const Task& at) { return at.state == TaskState::ready && !at.runs_here; });
}

bool Scheduler::waits_for_this_thread(std::vector<Task*> tasks) {
  const auto runs_here = [](const Task& task) {
    for (const Running* running = innermost(); running != nullptr; running = running->outer)
      if (running->task == &task) return true;
    return false;
  };
  return find_before(std::move(tasks), runs_here) != nullptr;
}

template <typename Done, typename Pick>
void Scheduler::block_until(Lock& lock, Done&& done, Pick&& pick) {
  if (!on_worker()) {
    ++waiting_;
    changed_.wait(lock, done);
    --waiting_;
    return;
  }
  while (!done()) {
    if (Task* next = pick()) {
      take(*next);
      lock.unlock();
      static_cast<void>(execute(*next));  // the error is kept for whoever asks
      lock.lock();
      continue;
    }
    const WorkerPool::Away away(pool_);
    ++waiting_;
    ++waiting_workers_;
    changed_.wait(lock);
    --waiting_workers_;
    --waiting_;
  }
}

Result<void> Scheduler::run_here(Task& task) {
  Lock lock(mutex_);
  if (innermost() != nullptr) {
    std::vector<Task*> all;
    each_before(task, [&](Task& before, bool) { all.push_back(&before); });
    if (waits_for_this_thread(std::move(all))) {
      lock.unlock();
      release(task);
      return fail(ErrorCode::invalid_argument,
                  "a kernel cannot wait for its own end, which it does by reading, writing or "
                  "running something with a buffer that its command uses; do so in a completion "
                  "callback");
    }
  }
  task.runs_here = true;
  // A thread is blocked on it, so it gets the highest priority.
  task.priority = Priority::realtime;
  enter(task);
  block_until(lock, [&] { return task.blockers == 0; }, [&] { return ready_before(task); });
  task.state = TaskState::running;
  lock.unlock();
  return execute(task);
}

Result<void> Scheduler::wait(CommandId id, std::optional<std::chrono::nanoseconds> timeout) {
  if (timeout) timeout = std::min(*timeout, longest_wait);
  Lock lock(mutex_);
  Task* task = table_.find(id);
  if (task == nullptr) return as_result(status_of_ended(id));
  if (innermost() != nullptr && waits_for_this_thread({task}))
    return fail(ErrorCode::invalid_argument,
                "command {} cannot end before the kernel that waits for it does; wait in a "
                "completion callback",
                id);
  // Without a time limit, running it here beats waiting for a thread to wake up.
  if (!timeout && !pool_.gives_way() && task->state == TaskState::ready) {
    take(*task);
    lock.unlock();
    // A worker does not wait for the fence here, since it can run other tasks.
    const bool ends_it = asynchronous_ && !on_worker();
    Result<void> ran = execute(*task, ends_it ? Then::ends_it : Then::other);
    if (!asynchronous_) return ran;
    if (ends_it) {
      lock.lock();
      end_up_to(lock, id);
      lock.unlock();
    }
  } else {
    lock.unlock();
  }
  spin_until(timeout ? std::min<std::chrono::nanoseconds>(*timeout, wait_spin) : wait_spin,
             [&] { return task->id.load() != id; });
  lock.lock();
  const auto ended = [&] { return table_.find(id) == nullptr; };
  if (!timeout) {
    block_until(lock, ended, [&] { return ready_before(*table_.find(id)); });
    return as_result(status_of_ended(id));
  }
  // Not run here even if it could be: it may take longer than there is time.
  std::optional<WorkerPool::Away> away;
  if (on_worker()) away.emplace(pool_);
  ++waiting_;
  const bool done = changed_.wait_for(lock, *timeout, ended);
  --waiting_;
  if (!done)
    return fail(ErrorCode::timeout, "command {} is still pending after {} ms", id,
                std::chrono::duration<double, std::milli>(*timeout).count());
  return as_result(status_of_ended(id));
}

Result<void> Scheduler::wait_for_launch(CommandId id) {
  Lock lock(mutex_);
  const auto is_launched = [&] {
    const Task* task = table_.find(id);
    return task == nullptr || task->state == TaskState::launched;
  };
  block_until(lock, is_launched, [&] { return ready_before(*table_.find(id)); });
  const Task* task = table_.find(id);
  if (task == nullptr) return as_result(status_of_ended(id));
  return task->failed == nullptr ? Result<void>() : std::unexpected(*task->failed);
}

Result<void> Scheduler::wait_for_room(Lock& lock, const Stream::State& stream) {
  const auto has_room = [&] { return stream.pending.load() < stream.options.capacity; };
  // A worker or kernel that waited for room would keep the queue from emptying.
  if (stream.options.when_full == WhenFull::reject || on_worker() || runs_on_this_thread())
    return fail(ErrorCode::queue_full, "the stream has {} commands pending, which is its capacity",
                stream.options.capacity);
  block_until(lock, has_room, [] { return nullptr; });
  return {};
}

Result<void> Scheduler::drain() {
  if (runs_on_this_thread())
    return fail(ErrorCode::invalid_argument,
                "a kernel cannot wait for everything, because its own command is among it; wait "
                "for single commands, or in a completion callback");
  Lock lock(mutex_);
  block_until(
      lock, [&] { return in_flight_ == 0 && untold_ == 0; },
      [&]() -> Task* {
        for (const ReadyList& list : ready_)
          if (list.first != nullptr) return list.first;
        return nullptr;
      });
  return {};
}

Result<bool> Scheduler::cancel(CommandId id) {
  Lock lock(mutex_);
  Task* task = table_.find(id);
  if (task == nullptr) {
    CommandStatus status = status_of_ended(id);
    if (status.error && status.error->code == ErrorCode::unknown_command)
      return std::unexpected(std::move(*status.error));
    return false;
  }
  task->stop.store(true);
  if (task->state == TaskState::running || task->state == TaskState::launched) return true;
  // What comes after it still has to wait for what comes before it, so it stays in the graph.
  const auto error = std::make_shared<const Error>(
      ErrorCode::cancelled, format("command {} was cancelled before it ran", id));
  task->cancelled = error;
  const CompletionCallback callback = std::exchange(task->on_complete, nullptr);
  table_.erase(id);
  failures_.add(id, error);
  const bool ready = task->state == TaskState::ready;
  if (ready) take(*task);
  if (waiting_ > 0) changed_.notify_all();
  lock.unlock();
  if (ready) static_cast<void>(execute(*task));
  call_back(callback, id, error.get());
  return true;
}

}  // namespace dala
