// Running a task, and releasing the tasks that depend on it.
#include "compute/schedule/scheduler.hpp"
#include "core/error.hpp"
#include "core/text/log.hpp"

namespace dala {

namespace {

Error dependency_error(const Error& cause) {
  if (cause.code == ErrorCode::dependency_failed) return cause;
  return {ErrorCode::dependency_failed,
          format("the data comes from a command that failed: {}", cause.message)};
}

}  // namespace

Result<void> Scheduler::execute(Task& task, Then then) {
  if (task.id.load() == 0) {
    tell(task);
    return {};
  }
  task.started = Task::Clock::now();
  Result<void> result = outcome(task);
  if (result && task.fenced) result = put_fence(task);
  auto error = result ? nullptr : std::make_shared<const Error>(result.error());
  if (!asynchronous_ || !leave_launched(task, error, then)) end(task, std::move(error), then);
  return result;
}

Result<void> Scheduler::outcome(Task& task) {
  if (task.cancelled != nullptr) return std::unexpected(*task.cancelled);
  if (task.inherited != nullptr) return std::unexpected(dependency_error(*task.inherited));
  const Running here(*this, task);
  const CurrentStop stop(&task.stop);
  Result<void> result = task.work.run(pool_);
  if (!result && is_set(&task.stop))
    return fail(ErrorCode::cancelled, "command {} was cancelled while it ran", task.id.load());
  return result;
}

void Scheduler::end(Task& task, std::shared_ptr<const Error> error, Then then) {
  const CommandId id = task.id;
  // A callback may wait for other commands, so the thread that ends launched tasks must not call
  // it.
  const bool told_by_worker = task.state == TaskState::launched && task.on_complete;
  const bool told_here = !told_by_worker && task.on_complete;
  int freed = 0;
  {
    const Lock lock(mutex_);
    task.ended = Task::Clock::now();
    if (task.state == TaskState::launched) unlist_launched(task);
    if (task.spoiled != nullptr)
      error = std::make_shared<const Error>(dependency_error(*task.spoiled));
    settle_hazards(task, error);
    observer_.task_ended(task, error.get());
    freed = release_successors(task, error);
    if (task.stream != nullptr) leave_stream(task);
    if (!task.runs_here && task.cancelled == nullptr) {
      table_.erase(id);
      if (error != nullptr) failures_.add(id, error);
    }
    task.id = 0;
    --in_flight_;
    if (told_by_worker) {
      task.told_id = id;
      task.failed = error;
      ++untold_;
      make_ready(task);
      ++freed;
    }
    if (waiting_ > 0) changed_.notify_all();
  }
  // A worker that goes straight back for more takes one of them itself.
  if (freed > (then == Then::looks_for_more && !told_here ? 1 : 0)) pool_.notify();
  if (told_by_worker) return;
  call_back(task.on_complete, id, error.get());
  release(task);
}

void Scheduler::call_back(const CompletionCallback& callback, CommandId id, const Error* error) {
  if (!callback) return;
  const CommandStatus status = error == nullptr
                                   ? CommandStatus{CommandState::completed, std::nullopt}
                                   : CommandStatus{CommandState::failed, *error};
  try {
    callback(id, status);
  } catch (...) {
    log_line(format("the completion callback of command {} threw; ignored", id));
  }
}

void Scheduler::settle_hazards(Task& task, const std::shared_ptr<const Error>& error) {
  for (Access& access : task.accesses) {
    access.hazard->remove(access);
    if (access.write) access.hazard->damage = error;
  }
}

int Scheduler::release_successors(Task& task, const std::shared_ptr<const Error>& error) {
  int freed = 0;
  for (Edge* edge = task.waited_by; edge != nullptr;) {
    Edge* next = edge->next_of_before;
    if (edge->after == nullptr) {
      free_edge(*edge);
    } else {
      Task& after = *edge->after;
      if (edge->data && error != nullptr) (edge->blocks ? after.inherited : after.spoiled) = error;
      edge->before = nullptr;
      if (edge->blocks && --after.blockers == 0) {
        make_ready(after);
        ++freed;
      }
    }
    edge = next;
  }
  task.waited_by = nullptr;
  while (task.waiting_for != nullptr) {
    Edge* edge = task.waiting_for;
    task.waiting_for = edge->next_of_after;
    // A task that failed before it began may end before launched ones that it depends on; they free
    // the edge.
    if (edge->before == nullptr)
      free_edge(*edge);
    else
      edge->after = nullptr;
  }
  return freed;
}

void Scheduler::free_edge(Edge& edge) {
  edge.next_of_after = free_edges_;
  free_edges_ = &edge;
}

void Scheduler::leave_stream(Task& task) {
  if (task.stream->last == &task) task.stream->last = nullptr;
  task.stream->pending.fetch_sub(1);
}

}  // namespace dala
