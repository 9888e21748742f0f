#include "compute/schedule/scheduler.hpp"

#include "core/error.hpp"

namespace dala {

namespace {

std::size_t index(Priority priority) { return static_cast<std::size_t>(priority); }

// Lower values go first.
bool goes_before(Priority a, Priority b) { return index(a) < index(b); }

}  // namespace

void Scheduler::ReadyList::append(Task& task) {
  task.previous_ready = last;
  task.next_ready = nullptr;
  (last != nullptr ? last->next_ready : first) = &task;
  last = &task;
}

void Scheduler::ReadyList::remove(Task& task) {
  (task.previous_ready != nullptr ? task.previous_ready->next_ready : first) = task.next_ready;
  (task.next_ready != nullptr ? task.next_ready->previous_ready : last) = task.previous_ready;
}

Scheduler::Scheduler(WorkerPool& pool, TaskObserver& observer) : pool_(pool), observer_(observer) {}

Scheduler::~Scheduler() {
  if (!watcher_.joinable()) return;
  {
    const Lock lock(mutex_);
    stopping_ = true;
    launched_.notify_one();
  }
  watcher_.join();
}

int& Scheduler::worker_depth() {
  thread_local int depth = 0;
  return depth;
}

bool Scheduler::on_worker() { return worker_depth() > 0; }

const Scheduler::Running*& Scheduler::innermost() {
  thread_local const Running* running = nullptr;
  return running;
}

Scheduler::Running::Running(const Scheduler& of, const Task& at)
    : scheduler(&of), task(&at), outer(std::exchange(innermost(), this)) {}

Scheduler::Running::~Running() { innermost() = outer; }

bool Scheduler::runs_on_this_thread() const {
  for (const Running* running = innermost(); running != nullptr; running = running->outer)
    if (running->scheduler == this) return true;
  return false;
}

Task& Scheduler::acquire() {
  const Lock lock(mutex_);
  if (free_tasks_.empty()) {
    // Reserves room for all of them now, so that releasing one never allocates.
    if (free_tasks_.capacity() <= tasks_.size()) free_tasks_.reserve(2 * tasks_.size() + 64);
    return tasks_.emplace_back();
  }
  Task& task = *free_tasks_.back();
  free_tasks_.pop_back();
  return task;
}

void Scheduler::release(Task& task) {
  task.work.clear();
  task.accesses.clear();
  task.stream.reset();
  task.on_complete = nullptr;
  task.inherited.reset();
  task.spoiled.reset();
  task.cancelled.reset();
  task.failed.reset();
  task.stop.store(false);
  task.state = TaskState::filling;
  task.runs_here = false;
  task.fenced = false;
  const Lock lock(mutex_);
  free_tasks_.push_back(&task);
}

Result<CommandId> Scheduler::submit(Task& task, std::shared_ptr<Stream::State> stream) {
  Lock lock(mutex_);
  if (stream->pending.load() >= stream->options.capacity) {
    if (auto room = wait_for_room(lock, *stream); !room) {
      lock.unlock();
      release(task);
      return std::unexpected(std::move(room.error()));
    }
  }
  task.priority = stream->options.priority;
  task.stream = std::move(stream);
  task.stream->pending.fetch_add(1);
  task.fenced = asynchronous_;
  const bool ready = enter_for_workers(task);
  const CommandId id = task.id;
  lock.unlock();
  if (ready) pool_.notify();
  return id;
}

Result<void> Scheduler::run(Task& task) {
  if (!pool_.gives_way() || on_worker()) return run_here(task);
  Lock lock(mutex_);
  task.priority = Priority::realtime;
  const bool ready = enter_for_workers(task);
  const CommandId id = task.id;
  lock.unlock();
  if (ready) pool_.notify();
  return asynchronous_ ? wait_for_launch(id) : wait(id);
}

Result<bool> Scheduler::try_run_here(Task& task) {
  Lock lock(mutex_);
  task.queues = asynchronous_ && task.work.is_queued();
  bool waits = false;
  each_before(task, [&](Task& before, bool) { waits = waits || !can_follow(task, before); });
  if (waits) {
    lock.unlock();
    release(task);
    return false;
  }
  task.runs_here = true;
  enter(task);
  task.state = TaskState::running;
  lock.unlock();
  DALA_TRY(execute(task));
  return true;
}

void Scheduler::enter(Task& task) {
  task.id = ++last_id_;
  task.submitted = Task::Clock::now();
  task.state = TaskState::blocked;
  task.queues = asynchronous_ && task.work.is_queued();
  ++in_flight_;
  each_before(task, [&](Task& before, bool data) { wait_for(task, before, data); });
  if (task.stream != nullptr) task.stream->last = &task;
  for (const Access& access : task.accesses)
    if (!access.write && access.hazard->last_write == nullptr && access.hazard->damage != nullptr)
      task.inherited = access.hazard->damage;
  // Added after the edges, so that a task that uses a buffer twice does not wait for itself.
  for (Access& access : task.accesses) {
    access.task = &task;
    access.hazard->append(access);
  }
}

bool Scheduler::enter_for_workers(Task& task) {
  enter(task);
  table_.insert(task.id, task);
  const bool ready = task.blockers == 0;
  if (ready) make_ready(task);
  return ready;
}

void Scheduler::wait_for(Task& task, Task& before, bool data) {
  if (free_edges_ == nullptr) free_edges_ = &edges_.emplace_back();
  Edge& edge = *free_edges_;
  free_edges_ = edge.next_of_after;
  const bool blocks = !can_follow(task, before);
  edge = {&before, &task, data, blocks, before.waited_by, task.waiting_for};
  before.waited_by = &edge;
  task.waiting_for = &edge;
  if (blocks) ++task.blockers;
  lift(before, task.priority);
}

void Scheduler::lift(Task& task, Priority priority) {
  to_lift_.push_back(&task);
  while (!to_lift_.empty()) {
    Task& lifted = *to_lift_.back();
    to_lift_.pop_back();
    if (!goes_before(priority, lifted.priority)) continue;
    // Moved without touching ready_count_: a worker that read it as zero in between would go to
    // sleep beside a task that is ready.
    const bool listed = lifted.state == TaskState::ready && !lifted.runs_here;
    if (listed) ready_[index(lifted.priority)].remove(lifted);
    lifted.priority = priority;
    if (listed) list(lifted);
    for (Edge* edge = lifted.waiting_for; edge != nullptr; edge = edge->next_of_after)
      if (edge->before != nullptr) to_lift_.push_back(edge->before);
  }
}

void Scheduler::make_ready(Task& task) {
  task.state = TaskState::ready;
  if (task.runs_here) return;
  list(task);
  ready_count_.fetch_add(1);
  if (waiting_workers_ > 0) changed_.notify_all();
}

void Scheduler::list(Task& ready) {
  ready_[index(ready.priority)].append(ready);
  if (ready.priority == Priority::realtime) ready_realtime_.fetch_add(1);
}

void Scheduler::take(Task& ready) {
  ready_[index(ready.priority)].remove(ready);
  ready_count_.fetch_sub(1);
  if (ready.priority == Priority::realtime) ready_realtime_.fetch_sub(1);
  ready.state = TaskState::running;
}

bool Scheduler::run_one(bool only_realtime) {
  if ((only_realtime ? ready_realtime_ : ready_count_).load() == 0) return false;
  Task* task = nullptr;
  {
    const Lock lock(mutex_);
    for (const ReadyList& list : ready_) {
      task = list.first;
      if (task != nullptr || only_realtime) break;
    }
    if (task == nullptr) return false;
    take(*task);
  }
  if (ready_count_.load() > 0) pool_.notify();
  ++worker_depth();
  static_cast<void>(execute(*task, Then::looks_for_more));  // the error is kept for whoever asks
  --worker_depth();
  return true;
}

}  // namespace dala
