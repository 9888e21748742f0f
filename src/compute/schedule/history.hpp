// What the last commands did, for explain(id). A ring that allocates nothing once it exists.
#pragma once

#include <array>
#include <memory>
#include <mutex>
#include <optional>

#include "compute/schedule/task.hpp"

namespace dala {

class Plan;

struct Record {
  CommandId id = 0;
  WorkKind kind = WorkKind::call;
  Op op = Op::barrier;
  std::shared_ptr<const KernelEntry> kernel;
  backend::Decision decision;
  std::size_t bytes_read = 0;
  std::size_t bytes_written = 0;
  std::chrono::nanoseconds prepare_time{0};
  Task::Clock::time_point submitted, started, ended;
  bool timed = true;         // its end is when the device had done it
  std::weak_ptr<Plan> plan;  // weak, so that history does not hold memory
};

class History {
 public:
  static constexpr std::size_t kept = 1024;

  void add(const Task& task) {
    const std::lock_guard lock(mutex_);
    Record& record = records_[next_++ % kept];
    const PreparedCall& call = task.work.call;
    record = {
        task.id,           task.work.kind,       call.op,           call.kernel,    call.decision,
        call.bytes_read(), call.bytes_written(), call.prepare_time, task.submitted, task.started,
        task.ended,        timed(task),          task.work.plan};
  }
  [[nodiscard]] std::optional<Record> find(CommandId id) const {
    const std::lock_guard lock(mutex_);
    for (const Record& record : records_)
      if (record.id == id && id != 0) return record;
    return std::nullopt;
  }

 private:
  [[nodiscard]] static bool timed(const Task& task) {
    const Work& work = task.work;
    return task.fenced || work.waits || !work.device->info().gpu;
  }

  mutable std::mutex mutex_;
  std::array<Record, kept> records_;
  std::size_t next_ = 0;
};

}  // namespace dala
