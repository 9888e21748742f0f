// A command in flight: its work, and its edges in the dependency graph.
//
// Tasks are recycled and never freed while the scheduler lives, so that a warm scheduler allocates
// nothing and a stale pointer can still ask for the id.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>

#include <dala/compute/command.hpp>
#include <dala/core/small_vector.hpp>

#include "compute/plan/hazard.hpp"
#include "compute/plan/work.hpp"
#include "core/threads/stop.hpp"

namespace dala {

// `after` waits for `before`.
struct Edge {
  Task* before = nullptr;  // null once it has ended
  Task* after = nullptr;   // the same
  bool data = false;       // `after` reads what `before` writes, so it fails with it
  bool blocks = false;     // `after` cannot begin; else it only ends after `before` has
  Edge* next_of_before = nullptr;
  Edge* next_of_after = nullptr;
};

enum class TaskState : std::uint8_t {
  filling,
  blocked,
  ready,
  running,
  launched,  // has run, and is not at its end: the device is at it, or at what was launched before
};

struct Task {
  using Clock = std::chrono::steady_clock;

  std::atomic<CommandId> id{0};  // 0: not in flight
  TaskState state = TaskState::filling;
  Priority priority = Priority::normal;
  bool runs_here = false;  // by the thread that submitted it and waits, not by a worker
  // It only gives an asynchronous device work, which may be behind other work there.
  bool queues = false;
  bool fenced = false;  // ends when the device has done the work, else when it has taken it
  std::shared_ptr<Stream::State> stream;
  CompletionCallback on_complete;

  // The graph, guarded by the scheduler's lock.
  int blockers = 0;
  Edge* waiting_for = nullptr;             // edges whose `after` this is
  Edge* waited_by = nullptr;               // edges whose `before` this is
  std::shared_ptr<const Error> inherited;  // the error of a failed task whose output this one reads
  std::shared_ptr<const Error>
      spoiled;  // the same, where it became known only after this task was ready
  SmallVector<Access, 8> accesses;
  // Set: it failed (was cancelled) before it began. The failure is visible already; the task only
  // keeps its place in the order until its turn comes.
  std::shared_ptr<const Error> cancelled;
  StopFlag stop{false};  // looked at while it runs

  // The ready list it is in, if any.
  Task* previous_ready = nullptr;
  Task* next_ready = nullptr;

  // While it is launched: the next task in the order of ends, and the result so far.
  Task* next_launched = nullptr;
  std::shared_ptr<const Error> failed;
  std::unique_ptr<backend::Fence> fence;  // stays with the task when that is recycled
  CommandId told_id = 0;                  // with `failed`, what its callback is told

  Work work;
  Clock::time_point submitted;
  Clock::time_point started;
  Clock::time_point ended;

  void uses(Hazard& hazard, bool write) {
    accesses.push_back({.hazard = &hazard, .write = write, .task = this});
  }
};

struct Stream::State {
  StreamOptions options;
  const void* owner = nullptr;  // the Runtime it was made by
  std::uint64_t number = 0;     // for people: 0 is the default stream
  std::atomic<std::size_t> pending{0};
  Task* last = nullptr;  // guarded by the scheduler's lock
};

}  // namespace dala
