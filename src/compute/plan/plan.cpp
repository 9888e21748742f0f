#include "compute/plan/plan.hpp"

#include "core/error.hpp"
#include "core/threads/stop.hpp"

namespace dala {

void Plan::forget_captures() {
  parts_.clear();
  captured_as_ = nullptr;
  ran_as_it_is_ = false;
}

Result<void> Plan::divide(backend::Device& device) {
  std::vector<Part> parts;
  for (std::size_t i = 0; i < stages.size(); ++i) {
    const bool is_captured_with_previous =
        !parts.empty() && stages[i].call.can_be_captured() && stages[i - 1].call.can_be_captured();
    if (is_captured_with_previous)
      ++parts.back().count;
    else
      parts.push_back({i, 1, nullptr});
  }
  for (Part& part : parts) {
    if (part.count == 1) continue;
    std::vector<backend::CapturedLaunch> launches;
    for (std::size_t i = part.first; i < part.first + part.count; ++i)
      launches.push_back({stages[i].call.decision.chosen, stages[i].call.call()});
    DALA_ASSIGN(part.capture, device.capture(launches));
    if (part.capture != nullptr) captured_as_ = part.capture->name();
  }
  parts_ = std::move(parts);
  return {};
}

Result<void> Plan::run_part(const Part& part, backend::Device& device, WorkerPool& pool,
                            bool waits) {
  using Clock = std::chrono::steady_clock;
  Clock::time_point begin = Clock::now();
  if (part.capture != nullptr) {
    if (auto done = part.capture->replay(); !done)
      return fail(done.error().code, "stages {} to {} of {}: {}", part.first + 1,
                  part.first + part.count, stages.size(), done.error().message);
    if (waits) DALA_TRY(device.finish());
    stages[part.first].last_run_ns.store(waits ? (Clock::now() - begin).count() : 0,
                                         std::memory_order_relaxed);
    for (std::size_t i = 1; i < part.count; ++i)
      stages[part.first + i].last_run_ns.store(0, std::memory_order_relaxed);
    return {};
  }
  for (std::size_t i = part.first; i < part.first + part.count; ++i) {
    PlannedStage& stage = stages[i];
    if (is_set(current_stop()))
      return fail(ErrorCode::cancelled, "cancelled before stage {} of {}", i + 1, stages.size());
    if (auto done = stage.call.run(device, pool); !done)
      return fail(done.error().code, "stage {} of {}: {}", i + 1, stages.size(),
                  done.error().message);
    if (waits) DALA_TRY(device.finish());
    const Clock::time_point end = Clock::now();
    const bool known = waits || !stage.call.is_queued(device);
    stage.last_run_ns.store(known ? (end - begin).count() : 0, std::memory_order_relaxed);
    begin = end;
  }
  return {};
}

Result<void> Plan::run(backend::Device& device, WorkerPool& pool, bool waits) {
  const std::lock_guard lock(running);
  return run_locked(device, pool, waits);
}

Result<void> Plan::measure(backend::Device& device, WorkerPool& pool) {
  const std::lock_guard lock(running);
  for (PlannedStage& stage : stages) {
    DALA_ASSIGN(const auto taken, device.time([&] { return stage.call.run(device, pool); }));
    stage.last_run_ns.store(taken.count(), std::memory_order_relaxed);
  }
  return {};
}

Result<void> Plan::run_locked(backend::Device& device, WorkerPool& pool, bool waits) {
  // A plan that runs a second time unchanged is worth capturing; one whose parameters change every
  // time is not.
  if (parts_.empty() && ran_as_it_is_) DALA_TRY(divide(device));
  if (parts_.empty()) {
    DALA_TRY(run_part({0, stages.size(), nullptr}, device, pool, waits));
  } else {
    for (const Part& part : parts_) DALA_TRY(run_part(part, device, pool, waits));
  }
  ran_as_it_is_ = true;
  ran.store(true, std::memory_order_relaxed);
  return {};
}

}  // namespace dala
